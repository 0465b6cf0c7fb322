// Base64: how bytes look where everything is text.

#ifndef COMPONENT_AUTHOR_BASE64_H
#define COMPONENT_AUTHOR_BASE64_H

#include "text.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// The number of a letter of RFC 4648; -1 where it is none.
//
// OWNERSHIP: nothing is borrowed.
// THREADS: any.
static inline int component_base64_digit(char letter) {
  if (letter >= 'A' && letter <= 'Z') return letter - 'A';
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
  if (letter >= '0' && letter <= '9') return letter - '0' + 52;
  return letter == '+' ? 62 : letter == '/' ? 63 : -1;
}

// The bytes of a padded base64 text. False where it is not exactly what an encoder writes, or `room` is too small.
//
// OWNERSHIP: `text` is borrowed; the bytes are written to `room`.
// THREADS: any.
static inline bool component_base64_decode(component_text text, uint8_t *COMPONENT_NULLABLE room, size_t size,
                                           size_t *count) {
  size_t padding = 0;
  uint32_t group = 0;
  *count = 0;
  if (text.length % 4 != 0) return false;
  if (text.length == 0) return true;
  if (text.bytes[text.length - 1] == '=') padding = text.bytes[text.length - 2] == '=' ? 2 : 1;
  size_t length = text.length / 4 * 3 - padding;
  if (!room || size < length) return false;
  for (size_t place = 0; place < text.length; place++) {
    int digit = place < text.length - padding ? component_base64_digit(text.bytes[place]) : 0;
    if (digit < 0) return false;
    group = group << 6 | (uint32_t)digit;
    if (place % 4 != 3) continue;
    for (int shift = 16; shift >= 0; shift -= 8) {
      if (*count < length) room[(*count)++] = (uint8_t)(group >> shift);
      else if ((group >> shift & 0xFF) != 0) return false;
    }
    group = 0;
  }
  return true;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
