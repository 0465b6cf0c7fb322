// JSON: values as a test compares them, on one line, keys in the order in which they were given.

#ifndef COMPONENT_TEST_JSON_H
#define COMPONENT_TEST_JSON_H

#include <stdio.h>
#include <stdlib.h>

#include "../author/text.h"

// A NUL-terminated text that grows.
typedef struct component_test_text {
  char *bytes;  // null as long as it is empty
  size_t length;
} component_test_text;

// Adds bytes to a text.
//
// OWNERSHIP: `bytes` is copied; `text->bytes` is the caller's to free.
// THREADS: the text's own, and so for all functions that write to it.
static inline void component_test_add(component_test_text *text, const char *bytes, size_t length) {
  char *grown = (char *)realloc(text->bytes, text->length + length + 1);
  if (!grown) abort();
  if (length > 0) memcpy(grown + text->length, bytes, length);
  text->bytes = grown;
  text->length += length;
  grown[text->length] = 0;
}

// Adds a NUL-terminated string.
//
// OWNERSHIP: `string` is copied.
// THREADS: as component_test_add.
static inline void component_test_say(component_test_text *text, const char *string) {
  component_test_add(text, string, strlen(string));
}

// Adds a text in quotes.
//
// OWNERSHIP: `value` is borrowed.
// THREADS: as component_test_add.
static inline void component_test_quote(component_test_text *text, component_text value) {
  component_test_say(text, "\"");
  for (size_t index = 0; index < value.length; index++) {
    char letter = value.bytes[index], escaped[8];
    if (letter == '"' || letter == '\\') {
      snprintf(escaped, sizeof(escaped), "\\%c", letter);
    } else if (letter == '\n') {
      snprintf(escaped, sizeof(escaped), "\\n");
    } else if ((unsigned char)letter < 0x20) {
      snprintf(escaped, sizeof(escaped), "\\u%04x", (unsigned)letter);
    } else {
      component_test_add(text, &letter, 1);
      continue;
    }
    component_test_say(text, escaped);
  }
  component_test_say(text, "\"");
}

// Adds a double with as few digits as tell it from every other, and with a fraction.
//
// OWNERSHIP: nothing is borrowed.
// THREADS: as component_test_add.
static inline void component_test_double(component_test_text *text, double number) {
  char digits[40];
  for (int precision = 1; precision <= 17; precision++) {
    snprintf(digits, sizeof(digits), "%.*g", precision, number);
    if (strtod(digits, NULL) == number) break;
  }
  component_test_say(text, digits);
  if (!digits[strcspn(digits, ".en")]) component_test_say(text, ".0");
}

// Adds bytes as base64 in quotes.
//
// OWNERSHIP: `bytes` is borrowed.
// THREADS: as component_test_add.
static inline void component_test_base64(component_test_text *text, const uint8_t *bytes, size_t count) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  component_test_say(text, "\"");
  for (size_t index = 0; index < count; index += 3) {
    size_t left = count - index;
    uint32_t group = (uint32_t)bytes[index] << 16;
    if (left > 1) group |= (uint32_t)bytes[index + 1] << 8;
    if (left > 2) group |= bytes[index + 2];
    char four[4] = {letters[group >> 18 & 63], letters[group >> 12 & 63], left > 1 ? letters[group >> 6 & 63] : '=',
                    left > 2 ? letters[group & 63] : '='};
    component_test_add(text, four, 4);
  }
  component_test_say(text, "\"");
}

// Adds a value. What can't be written down is named: <object Book>, <function>.
//
// OWNERSHIP: `value` and all it points to are borrowed.
// THREADS: as component_test_add.
static inline void component_test_json(component_test_text *text, const component_value *value) {
  char number[32];
  switch (value->kind) {
    case COMPONENT_KIND_NULL: component_test_say(text, "null"); break;
    case COMPONENT_KIND_BOOL: component_test_say(text, value->as.boolean ? "true" : "false"); break;
    case COMPONENT_KIND_INT:
      snprintf(number, sizeof(number), "%lld", (long long)value->as.integer);
      component_test_say(text, number);
      break;
    case COMPONENT_KIND_DOUBLE: component_test_double(text, value->as.number); break;
    case COMPONENT_KIND_TEXT: component_test_quote(text, component_text_in(value)); break;
    case COMPONENT_KIND_BYTES: component_test_base64(text, value->as.bytes, value->count); break;
    case COMPONENT_KIND_LIST:
      for (size_t index = 0; index < value->count; index++) {
        component_test_say(text, index == 0 ? "[" : ",");
        component_test_json(text, &value->as.items[index]);
      }
      component_test_say(text, value->count == 0 ? "[]" : "]");
      break;
    case COMPONENT_KIND_MAP:
      for (size_t index = 0; index < value->count; index++) {
        component_test_say(text, index == 0 ? "{" : ",");
        component_test_quote(text, value->as.entries[index].key);
        component_test_say(text, ":");
        component_test_json(text, &value->as.entries[index].value);
      }
      component_test_say(text, value->count == 0 ? "{}" : "}");
      break;
    case COMPONENT_KIND_OBJECT:
      component_test_say(text, "<object ");
      component_test_add(text, value->as.object->type.bytes, value->as.object->type.length);
      component_test_say(text, ">");
      break;
    case COMPONENT_KIND_FUNCTION: component_test_say(text, "<function>"); break;
    default: component_test_say(text, "<a value of an unknown kind>"); break;
  }
}

#endif
