// Texts: borrowed UTF-8 with a length.

#ifndef COMPONENT_AUTHOR_TEXT_H
#define COMPONENT_AUTHOR_TEXT_H

#include <string.h>
#include "../component.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// How many items an array has.
#define COMPONENT_COUNT(array) (sizeof(array) / sizeof((array)[0]))

// Zeroes a struct where it is declared: component_failure failure = COMPONENT_ZERO.
#ifdef __cplusplus
#define COMPONENT_ZERO {}
#else
#define COMPONENT_ZERO {0}
#endif

// What a field is where its initializer is left out. In C it is zero anyway; -Wextra remarks on it there all the same, so
// that strict builds have -Wno-missing-field-initializers.
#ifdef __cplusplus
#define COMPONENT_DEFAULT(value) = value
#else
#define COMPONENT_DEFAULT(value)
#endif

// The text of a NUL-terminated string, which must be UTF-8; a null string is the empty text.
//
// OWNERSHIP: the text borrows `string`.
// THREADS: any.
static inline component_text component_text_of(const char *COMPONENT_NULLABLE string) {
  component_text text = COMPONENT_ZERO;
  text.bytes = string;
  if (string) text.length = strlen(string);
  return text;
}

// Whether a text is a NUL-terminated string, byte for byte.
//
// OWNERSHIP: both are borrowed.
// THREADS: any.
static inline bool component_text_is(component_text text, const char *string) {
  size_t length = strlen(string);
  return text.length == length && (length == 0 || (text.bytes && memcmp(text.bytes, string, length) == 0));
}

// The text of a text value; empty for a value of another kind, and where there is none.
//
// OWNERSHIP: the result borrows what `value` borrows.
// THREADS: any.
static inline component_text component_text_in(const component_value *COMPONENT_NULLABLE value) {
  component_text text = COMPONENT_ZERO;
  if (value && value->kind == COMPONENT_KIND_TEXT && value->as.text) {
    text.bytes = value->as.text;
    text.length = value->count;
  }
  return text;
}

// Takes the next of the words of a text that are separated by spaces; it is empty where there is none any more.
//
// OWNERSHIP: the result borrows the text.
// THREADS: the place's own.
static inline component_text component_next_word(const char *COMPONENT_NULLABLE *COMPONENT_NONNULL rest) {
  component_text word = COMPONENT_ZERO;
  if (!*rest) return word;
  word.bytes = *rest + strspn(*rest, " ");
  word.length = strcspn(word.bytes, " ");
  *rest = word.bytes + word.length;
  return word;
}

// How many of the first `length` bytes are left when a character that was cut in two at their end goes as a whole.
//
// OWNERSHIP: `bytes` is borrowed.
// THREADS: any.
static inline size_t component_whole_characters(const char *bytes, size_t length) {
  size_t start = length;
  while (start > 0 && length - start < 4) {
    unsigned char byte = (unsigned char)bytes[start - 1];
    start--;
    if (byte < 0x80) return length;
    if (byte < 0xC0) continue;
    size_t size = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return length - start < size ? start : length;
  }
  return length;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
