// A table of names in plain C: two strings are hashed and looked up.
#include <stdint.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t (*leaf_function)(int64_t);

typedef struct text {
  const char *bytes;
  size_t length;
} text;

typedef struct entry {
  uint64_t hash;
  text target, action;
  leaf_function function;
} entry;

// The names that are called by turns: Reader.showDetail00 to Reader.showDetail15.
#define CALLED 16

typedef struct table {
  text target, actions[CALLED];
  size_t mask;
  entry *slots[];
} table;

static inline uint64_t fold(uint64_t a, uint64_t b) {
  unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

// The last bytes of a text are read together with some before them, if there are any: two loads that may overlap.
static inline uint64_t word64(const char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

static inline uint32_t word32(const char *bytes) {
  uint32_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

static inline uint64_t hash_text(text text, uint64_t seed) {
  uint64_t hash = seed ^ text.length;
  size_t at = 0;
  for (; at + 8 <= text.length; at += 8) hash = fold(hash ^ word64(text.bytes + at), 0x589965cc75374cc3u);
  if (at == text.length) return hash;
  uint64_t rest;
  if (text.length >= 8) {
    rest = word64(text.bytes + text.length - 8);
  } else if (text.length >= 4) {
    rest = (uint64_t)word32(text.bytes) << 32 | word32(text.bytes + text.length - 4);
  } else {
    rest = (uint64_t)(uint8_t)text.bytes[0] << 16 | (uint64_t)(uint8_t)text.bytes[text.length / 2] << 8 |
           (uint8_t)text.bytes[text.length - 1];
  }
  return fold(hash ^ rest, 0x1d8e4e27c47d124fu);
}

static inline uint64_t hash_names(text target, text action) {
  return fold(hash_text(target, 0xa0761d6478bd642fu), hash_text(action, 0xe7037ed1a0b428dbu));
}

static inline int same(text a, text b) { return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0; }

static inline const entry *look_up(const table *table, text target, text action) {
  uint64_t hash = hash_names(target, action);
  size_t index = hash & table->mask;
  const entry *found;
  while ((found = table->slots[index]) != NULL) {
    if (found->hash == hash && same(found->action, action) && same(found->target, target)) return found;
    index = (index + 1) & table->mask;
  }
  return NULL;
}
