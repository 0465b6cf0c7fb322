// URLs: what the host writes where no route leads to the action, byte for byte, and what it refuses to write.

#ifndef COMPONENT_TEST_URL_H
#define COMPONENT_TEST_URL_H

#include "json.h"

#define COMPONENT_TEST_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define COMPONENT_TEST_DIGITS "0123456789"

// Why there is no such URL; without a reason there is one.
typedef struct component_test_refusal {
  const char *reason, *message;
} component_test_refusal;

static inline component_test_refusal component_test_refuse(const char *reason, const char *message) {
  component_test_refusal refusal = COMPONENT_ZERO;
  refusal.reason = reason;
  refusal.message = message;
  return refusal;
}

// Whether a text is a letter, then letters, digits and these signs.
//
// OWNERSHIP: everything is borrowed.
// THREADS: any.
static inline bool component_test_is_word(component_text text, const char *signs) {
  for (size_t index = 0; index < text.length; index++) {
    char letter = text.bytes[index];
    if (letter == 0) return false;
    if (strchr(COMPONENT_TEST_LETTERS, letter)) continue;
    if (index == 0 || !(strchr(COMPONENT_TEST_DIGITS, letter) || strchr(signs, letter))) return false;
  }
  return text.length > 0;
}

// Whether a text is a target's name: words joined by dots.
//
// OWNERSHIP: `target` is borrowed.
// THREADS: any.
static inline bool component_test_is_target(component_text target) {
  size_t start = 0;
  for (size_t index = 0; index <= target.length; index++) {
    if (index < target.length && target.bytes[index] != '.') continue;
    component_text part = COMPONENT_ZERO;
    part.bytes = target.bytes ? target.bytes + start : NULL;
    part.length = index - start;
    if (!component_test_is_word(part, "_")) return false;
    start = index + 1;
  }
  return target.length <= 128;
}

// Whether JSON has a form for a value that is inside so many lists and maps.
//
// OWNERSHIP: `value` and all it points to are borrowed.
// THREADS: any.
static inline bool component_test_has_json(const component_value *value, size_t depth) {
  if (value->kind > COMPONENT_KIND_MAP) return false;
  // Of infinity, and of what is no number, the difference is no number.
  if (value->kind == COMPONENT_KIND_DOUBLE) return value->as.number - value->as.number == 0;
  if (value->kind != COMPONENT_KIND_LIST && value->kind != COMPONENT_KIND_MAP) return true;
  if (depth == 128) return false;
  for (size_t index = 0; index < value->count; index++) {
    const component_value *item =
        value->kind == COMPONENT_KIND_LIST ? &value->as.items[index] : &value->as.entries[index].value;
    if (!component_test_has_json(item, depth + 1)) return false;
  }
  return true;
}

// Adds a text as a part of a URL: all is escaped but letters, digits and the signs that never have a meaning.
//
// OWNERSHIP: `value` is borrowed.
// THREADS: as component_test_add.
static inline void component_test_escape(component_test_text *url, component_text value) {
  static const char plain[] = COMPONENT_TEST_LETTERS COMPONENT_TEST_DIGITS "-._~";
  for (size_t index = 0; index < value.length; index++) {
    char letter = value.bytes[index], escaped[4];
    if (memchr(plain, letter, sizeof(plain) - 1)) {
      component_test_add(url, &letter, 1);
    } else {
      snprintf(escaped, sizeof(escaped), "%%%02X", (unsigned)(unsigned char)letter);
      component_test_say(url, escaped);
    }
  }
}

// Adds a parameter that is not null, behind a sign: a text as it is, bytes as base64, everything else as JSON.
//
// OWNERSHIP: everything is borrowed.
// THREADS: as component_test_add.
static inline component_test_refusal component_test_add_parameter(component_test_text *url, const char *sign,
                                                                    const component_entry *entry) {
  const component_value *value = &entry->value;
  component_text text = component_text_in(value);
  component_test_text json = COMPONENT_ZERO;
  if (entry->key.length == 0) return component_test_refuse("invalid_url", "a parameter has no name");
  for (size_t index = 0; index < entry->key.length; index++) {
    const char *letter = &entry->key.bytes[index];
    if (*letter == '[' || *letter == ']') {
      return component_test_refuse("invalid_url", "a parameter has brackets in its name");
    }
    if (component_test_disturbs(letter, entry->key.length - index)) {
      return component_test_refuse("invalid_url", "a parameter's name has a sign in it that is not shown");
    }
  }
  if (!component_test_has_json(value, 0)) {
    return component_test_refuse("unwritable_parameter",
                                 "an object, a function, a double that is not finite, or what nests deeper than 128 "
                                 "can't be part of a URL");
  }
  if (text.length > 0 && memchr(text.bytes, 0, text.length)) {
    return component_test_refuse("invalid_url", "a parameter has U+0000 in it");
  }
  component_test_say(url, sign);
  component_test_escape(url, entry->key);
  component_test_say(url, "=");
  if (value->kind != COMPONENT_KIND_TEXT) {
    component_test_json(&json, value);
    text = component_text_of(json.bytes);
  }
  if (value->kind == COMPONENT_KIND_BYTES) {
    // Without the quotes.
    text.bytes++;
    text.length -= 2;
  }
  component_test_escape(url, text);
  free(json.bytes);
  return component_test_refuse(NULL, NULL);
}

// Adds the URL that names target, action and parameters. Null is said by leaving it out.
//
// OWNERSHIP: everything is borrowed.
// THREADS: as component_test_add.
static inline component_test_refusal component_test_add_url(component_test_text *url, component_text scheme,
                                                              const component_request *request) {
  const char *sign = "?";
  if (!component_test_is_word(scheme, "+-.")) return component_test_refuse("invalid_name", "the scheme is none");
  if (!component_test_is_target(request->target) || !component_test_is_word(request->action, "_") ||
      request->action.length > 128) {
    return component_test_refuse("invalid_name", "the target's or the action's name is not valid");
  }
  for (size_t index = 0; index < scheme.length; index++) {
    char letter = scheme.bytes[index];
    if (letter >= 'A' && letter <= 'Z') letter = (char)(letter + 'a' - 'A');
    component_test_add(url, &letter, 1);
  }
  component_test_say(url, "://");
  component_test_add(url, request->target.bytes, request->target.length);
  component_test_say(url, "/");
  component_test_add(url, request->action.bytes, request->action.length);
  for (size_t index = 0; index < request->parameter_count; index++) {
    const component_entry *entry = &request->parameters[index];
    if (entry->value.kind == COMPONENT_KIND_NULL) continue;
    component_test_refusal refusal = component_test_add_parameter(url, sign, entry);
    if (refusal.reason) return refusal;
    sign = "&";
  }
  return component_test_refuse(NULL, NULL);
}

#endif
