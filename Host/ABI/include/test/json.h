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

// How many bytes the character has that begins here, if it acts on a terminal, breaks a line or turns the direction of
// writing; 0 for every other.
//
// OWNERSHIP: `bytes` is borrowed; `length` says how many are left.
// THREADS: any.
static inline size_t component_test_disturbs(const char *bytes, size_t length) {
  unsigned char first = (unsigned char)bytes[0], second = length > 1 ? (unsigned char)bytes[1] : 0;
  unsigned char third = length > 2 ? (unsigned char)bytes[2] : 0;
  if (first < 0x20 || first == 0x7F) return 1;
  // The controls up to U+009F, and U+061C.
  if ((first == 0xC2 && second >= 0x80 && second <= 0x9F) || (first == 0xD8 && second == 0x9C)) return 2;
  // U+200E and U+200F, U+2028 to U+202E, U+2066 to U+2069, U+FEFF.
  if (first == 0xE2 && second == 0x80 && (third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE))) return 3;
  if (first == 0xE2 && second == 0x81 && third >= 0xA6 && third <= 0xA9) return 3;
  return first == 0xEF && second == 0xBB && third == 0xBF ? 3 : 0;
}

// Adds a text in quotes.
//
// OWNERSHIP: `value` is borrowed.
// THREADS: as component_test_add.
static inline void component_test_quote(component_test_text *text, component_text value) {
  static const char named[] = "\b\t\n\f\r", names[] = "btnfr";
  component_test_say(text, "\"");
  for (size_t index = 0; index < value.length; index++) {
    const char *bytes = &value.bytes[index];
    const char *name = *bytes ? strchr(named, *bytes) : NULL;
    size_t length = component_test_disturbs(bytes, value.length - index);
    char escaped[8];
    if (*bytes == '"' || *bytes == '\\') {
      snprintf(escaped, sizeof(escaped), "\\%c", *bytes);
    } else if (name) {
      snprintf(escaped, sizeof(escaped), "\\%c", names[name - named]);
    } else if (length > 0) {
      unsigned scalar = (unsigned char)bytes[0];
      if (length == 2) scalar = (scalar & 0x1F) << 6 | (bytes[1] & 0x3F);
      if (length == 3) scalar = (scalar & 0x0F) << 12 | (bytes[1] & 0x3F) << 6 | (bytes[2] & 0x3F);
      snprintf(escaped, sizeof(escaped), "\\u%04x", scalar & 0xFFFF);
      index += length - 1;
    } else {
      component_test_add(text, bytes, 1);
      continue;
    }
    component_test_say(text, escaped);
  }
  component_test_say(text, "\"");
}

// Adds a double with as few digits as tell it from every other, and with a fraction or an exponent: that of what is
// smaller than 0.0001, or so large that not every whole number is a double.
//
// OWNERSHIP: nothing is borrowed.
// THREADS: as component_test_add.
static inline void component_test_double(component_test_text *text, double number) {
  char digits[40];
  int more = 0;
  for (; more < 17; more++) {
    snprintf(digits, sizeof(digits), "%.*e", more, number);
    if (strtod(digits, NULL) == number) break;
  }
  const char *sign = strchr(digits, 'e');
  int exponent = sign ? atoi(sign + 1) : 0;
  if (sign && exponent >= -4 && number >= -9007199254740992.0 && number <= 9007199254740992.0) {
    snprintf(digits, sizeof(digits), "%.*f", more > exponent ? more - exponent : 1, number);
  }
  component_test_say(text, digits);
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
