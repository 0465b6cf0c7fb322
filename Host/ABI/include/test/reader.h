// Readers: a text in the language of signatures, read from its beginning to its end.

#ifndef COMPONENT_TEST_READER_H
#define COMPONENT_TEST_READER_H

#include "../author/message.h"
#include "registration.h"

// What is left of a text, and what was found out about the reply that is held against it.
typedef struct component_test_reader {
  const component_test_generation *known;  // whose named types it may mean
  const char *at, *end;
  const char *reply;  // of a whole signature: where the type of its reply begins; null: it says nothing of one
  bool is_broken;     // it can't be read from `at` on
  size_t names;       // how many names of types lead here from one value

  component_test_text place;  // in the reply: "items[2].title"
  component_message misfit;   // the first thing that is not as declared; empty: all is
} component_test_reader;

static inline component_test_reader component_test_reader_of(const component_test_generation *known, const char *text) {
  component_test_reader reader = COMPONENT_ZERO;
  reader.known = known;
  reader.at = text;
  reader.end = text + strlen(text);
  return reader;
}

// The next letter behind spaces; 0 at the end, and where the text can't be read.
//
// OWNERSHIP: `reader` is borrowed, and so in all functions of this file.
// THREADS: the reader's own, and so for all functions of this file.
static inline char component_test_next(component_test_reader *reader) {
  while (reader->at < reader->end && strchr(" \t\r\n", *reader->at)) reader->at++;
  return reader->at < reader->end && !reader->is_broken ? *reader->at : 0;
}

// Steps over a sign, if it is next.
static inline bool component_test_take(component_test_reader *reader, char sign) {
  if (component_test_next(reader) != sign) return false;
  reader->at++;
  return true;
}

// Steps over a sign that has to be next.
static inline void component_test_need(component_test_reader *reader, char sign) {
  if (!component_test_take(reader, sign)) reader->is_broken = true;
}

// Steps over the name of a parameter, a field or a type.
//
// OWNERSHIP: the result borrows what is read.
static inline component_text component_test_word(component_test_reader *reader) {
  component_text word = COMPONENT_ZERO;
  char first = component_test_next(reader);
  word.bytes = reader->at;
  if ((first < 'A' || first > 'Z') && (first < 'a' || first > 'z') && first != '_') {
    reader->is_broken = true;
    return word;
  }
  for (; reader->at < reader->end; reader->at++, word.length++) {
    char letter = *reader->at;
    bool is_letter = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
    if (!is_letter && (letter < '0' || letter > '9') && letter != '_') break;
  }
  return word;
}

// Adds a character to a text, as UTF-8.
//
// OWNERSHIP: `text` grows.
static inline void component_test_add_scalar(component_test_text *text, uint32_t scalar) {
  char bytes[4];
  size_t count = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  for (size_t index = count - 1; index > 0; index--, scalar >>= 6) bytes[index] = (char)(0x80 | (scalar & 0x3F));
  bytes[0] = (char)(count == 1 ? scalar : (0xF00u >> count & 0xF0u) | scalar);
  component_test_add(text, bytes, count);
}

// Steps over four hexadecimal digits.
static inline uint32_t component_test_hex(component_test_reader *reader) {
  static const char digits[] = "0123456789abcdefABCDEF";
  uint32_t number = 0;
  for (int count = 0; count < 4; count++, reader->at++) {
    const char *digit = reader->at < reader->end && *reader->at ? strchr(digits, *reader->at) : NULL;
    if (!digit) return reader->is_broken = true, 0;
    number = number * 16 + (uint32_t)(digit - digits < 16 ? digit - digits : digit - digits - 6);
  }
  return number;
}

// Steps over a text in JSON's quotes, and reads it.
//
// OWNERSHIP: `text` grows; its bytes are the caller's to free.
static inline void component_test_unquote(component_test_reader *reader, component_test_text *text) {
  static const char names[] = "btnfr\"\\/", named[] = "\b\t\n\f\r\"\\/";
  component_test_add(text, "", 0);
  component_test_need(reader, '"');
  while (!reader->is_broken) {
    if (reader->at == reader->end) {
      reader->is_broken = true;
    } else if (*reader->at == '"') {
      reader->at++;
      return;
    } else if (*reader->at != '\\') {
      component_test_add(text, reader->at++, 1);
    } else if (reader->end - reader->at > 1 && reader->at[1] == 'u') {
      reader->at += 2;
      uint32_t scalar = component_test_hex(reader);
      bool is_half = scalar >= 0xD800 && scalar < 0xDC00 && reader->end - reader->at > 1 && reader->at[0] == '\\' &&
                     reader->at[1] == 'u';
      if (is_half) reader->at += 2, scalar = 0x10000 + ((scalar - 0xD800) << 10) + (component_test_hex(reader) - 0xDC00);
      if ((scalar >= 0xD800 && scalar < 0xE000) || scalar > 0x10FFFF) reader->is_broken = true;
      else component_test_add_scalar(text, scalar);
    } else {
      const char *name = reader->end - reader->at > 1 && reader->at[1] ? strchr(names, reader->at[1]) : NULL;
      if (!name) reader->is_broken = true;
      else component_test_add(text, &named[name - names], 1), reader->at += 2;
    }
  }
}

// Steps over the JSON of a default; whether it is one of its type, the host looks at.
static inline void component_test_skip_default(component_test_reader *reader) {
  component_test_text text = COMPONENT_ZERO;
  size_t open = 0;
  char next = component_test_next(reader);
  const char *start = reader->at;
  for (; next; next = component_test_next(reader)) {
    if (next == '"') {
      component_test_unquote(reader, &text);
      text.length = 0;
    } else if (strchr("[{", next)) {
      open++, reader->at++;
    } else if (open == 0 && strchr(",)]}", next)) {
      break;
    } else {
      if (strchr("]}", next)) open--;
      reader->at++;
    }
  }
  if (open > 0 || reader->at == start) reader->is_broken = true;
  free(text.bytes);
}

#endif
