// Counting words, lines and characters of a UTF-8 text.

#ifndef WORD_COUNTING_H
#define WORD_COUNTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a stretch of text has. A text may come in pieces; zeroed memory is the beginning.
typedef struct word_counts {
  uint64_t words;
  uint64_t lines;       // a last line without an end counts too
  uint64_t characters;  // Unicode scalars
  bool in_word;
  bool in_line;
  uint32_t scalar;   // a scalar that began in the last piece,
  uint32_t missing;  // and how many of its bytes are still to come
} word_counts;

// Counts one more piece.
//
// OWNERSHIP: `text` is borrowed.
// THREADS: any; one thread at a time for the same counts.
void word_counts_add(word_counts *counts, const char *text, size_t length);

// One word and how often it occurs.
typedef struct word_frequency {
  const char *word;  // in lower case where the script has one
  size_t length;
  uint64_t count;
} word_frequency;

// The different words of a text.
typedef struct word_table word_table;

// Makes an empty table; null where there is no memory.
//
// OWNERSHIP: the result belongs to the caller until word_table_free.
// THREADS: any.
word_table *word_table_make(void);

// Adds all words of a whole text. False where there is no memory.
//
// OWNERSHIP: `text` is borrowed; words are copied.
// THREADS: any; one thread at a time for the same table.
bool word_table_add(word_table *table, const char *text, size_t length);

// Writes the most frequent words, the most frequent first, equally frequent ones in the order of their bytes. The
// result is how many there are, at most `limit`.
//
// OWNERSHIP: the words live as long as the table.
// THREADS: any; one thread at a time for the same table.
size_t word_table_top(const word_table *table, word_frequency *top, size_t limit);

// OWNERSHIP: `table` must not be used any more.
// THREADS: any.
void word_table_free(word_table *table);

// Whether a scalar is a part of a word: a letter, a digit, a mark. Beyond ASCII all is, but for spaces and the usual
// punctuation.
bool word_has(uint32_t scalar);

// The small letter of a capital one, in the scripts of Europe; else the scalar itself.
uint32_t word_lower(uint32_t scalar);

#ifdef __cplusplus
}
#endif

#endif
