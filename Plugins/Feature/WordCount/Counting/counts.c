// Words, lines and characters of a text that may come in pieces.

#include "word_counting.h"

static void add_scalar(word_counts *counts, uint32_t scalar) {
  counts->characters++;
  if (scalar == '\n') {
    counts->lines++;
    counts->in_line = false;
  } else {
    if (!counts->in_line) counts->in_line = true;
  }
  // An apostrophe or a hyphen inside a word does not end it.
  bool joins = scalar == '\'' || scalar == '-' || scalar == 0x2019 || scalar == 0x2010 || scalar == 0x2011;
  if (word_has(scalar)) {
    if (!counts->in_word) counts->words++;
    counts->in_word = true;
  } else if (!joins) {
    counts->in_word = false;
  }
}

void word_counts_add(word_counts *counts, const char *text, size_t length) {
  bool had_line = counts->in_line;
  for (size_t place = 0; place < length; place++) {
    unsigned char byte = (unsigned char)text[place];
    if (counts->missing > 0) {
      counts->scalar = counts->scalar << 6 | (byte & 0x3Fu);
      if (--counts->missing == 0) add_scalar(counts, counts->scalar);
    } else if (byte < 0x80) {
      add_scalar(counts, byte);
    } else {
      counts->missing = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
      counts->scalar = byte & (0x3Fu >> counts->missing);
    }
  }
  // A line that is open at the end of a piece is counted once, and taken back where it goes on.
  if (had_line) counts->lines--;
  if (counts->in_line) counts->lines++;
}
