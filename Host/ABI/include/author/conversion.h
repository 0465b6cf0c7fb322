// Conversions: what a value can be read as without losing anything.

#ifndef COMPONENT_AUTHOR_CONVERSION_H
#define COMPONENT_AUTHOR_CONVERSION_H

#include <locale.h>
#include <stdlib.h>

#include "text.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// The text of a value that came from a place where everything is text, NUL-terminated, for what reads numbers; false
// where it is none, or too long to be a number, or has a NUL inside.
//
// OWNERSHIP: `value` is borrowed; the text is copied to `out`, which has room for COMPONENT_LOOSE_LIMIT bytes.
// THREADS: any.
#define COMPONENT_LOOSE_LIMIT 400
static inline bool component_loose(const component_value *value, char *out) {
  if (value->kind != COMPONENT_KIND_TEXT || !(value->flags & COMPONENT_VALUE_LOOSE)) return false;
  if (!value->as.text || value->count == 0 || value->count >= COMPONENT_LOOSE_LIMIT) return false;
  if (memchr(value->as.text, 0, value->count)) return false;
  memcpy(out, value->as.text, value->count);
  out[value->count] = 0;
  return true;
}

// Read such a text as a bool, an int or a double. They are functions of their own, so that the short ways of the
// conversions below are inlined.
//
// OWNERSHIP: `value` is borrowed.
// THREADS: any; for component_loose_double, while no thread calls setlocale.
static inline bool component_loose_bool(const component_value *value, bool *out) {
  char text[COMPONENT_LOOSE_LIMIT];
  if (!component_loose(value, text)) return false;
  *out = strcmp(text, "true") == 0 || strcmp(text, "yes") == 0 || strcmp(text, "1") == 0;
  return *out || strcmp(text, "false") == 0 || strcmp(text, "no") == 0 || strcmp(text, "0") == 0;
}

static inline bool component_loose_int(const component_value *value, int64_t *out) {
  char text[COMPONENT_LOOSE_LIMIT];
  if (!component_loose(value, text)) return false;
  const char *digit = text;
  bool negative = *digit == '-';
  if (*digit == '-' || *digit == '+') digit++;
  if (!*digit) return false;
  uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
  uint64_t sum = 0;
  for (; *digit; digit++) {
    if (*digit < '0' || *digit > '9') return false;
    uint64_t next = (uint64_t)(*digit - '0');
    if (sum > (limit - next) / 10) return false;
    sum = sum * 10 + next;
  }
  *out = !negative ? (int64_t)sum : sum == 0 ? 0 : -(int64_t)(sum - 1) - 1;
  return true;
}

static inline bool component_loose_double(const component_value *value, double *out) {
  char text[COMPONENT_LOOSE_LIMIT];
  if (!component_loose(value, text)) return false;
  if (text[strspn(text, "0123456789+-.eE")]) return false;
  // strtod wants the point of the program's language.
  char *point = strchr(text, '.');
  const struct lconv *locale = localeconv();
  if (point && locale->decimal_point && locale->decimal_point[0] && !locale->decimal_point[1]) {
    *point = locale->decimal_point[0];
  }
  char *end = text;
  *out = strtod(text, &end);
  return end != text && !*end && *out - *out == 0;
}

// The conversions that lose nothing. True where `value` can be read so.
//
// OWNERSHIP: `value` is borrowed; what `out` then holds borrows what `value` borrows.
// THREADS: any.
static inline bool component_as_bool(const component_value *value, bool *out) {
  if (value->kind != COMPONENT_KIND_BOOL) return component_loose_bool(value, out);
  *out = value->as.boolean;
  return true;
}

// As component_as_bool: an int, a double without a fraction, or digits with a sign.
//
// OWNERSHIP: as component_as_bool.
// THREADS: any.
static inline bool component_as_int(const component_value *value, int64_t *out) {
  if (value->kind == COMPONENT_KIND_INT) {
    *out = value->as.integer;
    return true;
  }
  if (value->kind != COMPONENT_KIND_DOUBLE) return component_loose_int(value, out);
  double number = value->as.number;
  if (!(number >= -9223372036854775808.0 && number < 9223372036854775808.0)) return false;
  *out = (int64_t)number;
  return (double)*out == number;
}

// As component_as_bool: a double, an int that a double holds exactly, or a finite decimal number as text.
//
// OWNERSHIP: as component_as_bool.
// THREADS: any, while no thread calls setlocale.
static inline bool component_as_double(const component_value *value, double *out) {
  if (value->kind == COMPONENT_KIND_DOUBLE) {
    *out = value->as.number;
    return true;
  }
  if (value->kind != COMPONENT_KIND_INT) return component_loose_double(value, out);
  *out = (double)value->as.integer;
  return *out < 9223372036854775808.0 && (int64_t)*out == value->as.integer;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
