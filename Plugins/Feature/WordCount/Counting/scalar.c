// What a Unicode scalar is to a counter of words.

#include "word_counting.h"

bool word_has(uint32_t scalar) {
  if (scalar < 0x80) {
    uint32_t letter = scalar | 0x20;
    return (letter >= 'a' && letter <= 'z') || (scalar >= '0' && scalar <= '9');
  }
  if (scalar < 0xC0) return scalar == 0xAA || scalar == 0xB5 || scalar == 0xBA;
  if (scalar == 0xD7 || scalar == 0xF7) return false;
  if (scalar == 0x1680) return false;
  if (scalar >= 0x2000 && scalar <= 0x206F) return scalar == 0x200C || scalar == 0x200D;
  if (scalar >= 0x2190 && scalar <= 0x2BFF) return false;
  if (scalar >= 0x3000 && scalar <= 0x303F) return scalar >= 0x3005 && scalar <= 0x3007;
  if (scalar >= 0x1F000 && scalar <= 0x1FAFF) return false;
  if (scalar >= 0xFF01 && scalar <= 0xFF0F) return false;
  return scalar != 0xFEFF && scalar != 0xFFFD;
}

uint32_t word_lower(uint32_t scalar) {
  if (scalar >= 'A' && scalar <= 'Z') return scalar + 32;
  if (scalar >= 0xC0 && scalar <= 0xDE && scalar != 0xD7) return scalar + 32;
  // In these rows capital and small letters take turns.
  if (scalar >= 0x100 && scalar <= 0x137 && scalar != 0x130) return scalar | 1;
  if (scalar >= 0x139 && scalar <= 0x148) return scalar + (scalar & 1);
  if (scalar >= 0x14A && scalar <= 0x177) return scalar | 1;
  // Greek and Cyrillic.
  if (scalar >= 0x391 && scalar <= 0x3A9 && scalar != 0x3A2) return scalar + 32;
  if (scalar >= 0x410 && scalar <= 0x42F) return scalar + 32;
  if (scalar >= 0x400 && scalar <= 0x40F) return scalar + 80;
  return scalar;
}
