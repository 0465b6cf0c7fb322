// How often each word of a text occurs: a hash table with open addressing.

#include <stdlib.h>
#include <string.h>

#include "word_counting.h"

typedef struct slot {
  char *word;
  size_t length;
  uint64_t hash;
  uint64_t count;
} slot;

struct word_table {
  slot *slots;
  size_t capacity;  // a power of two
  size_t used;
  char *buffer;  // the word that is being read
  size_t buffer_size;
};

word_table *word_table_make(void) {
  word_table *table = calloc(1, sizeof(word_table));
  if (!table) return NULL;
  table->capacity = 256;
  table->slots = calloc(table->capacity, sizeof(slot));
  if (table->slots) return table;
  free(table);
  return NULL;
}

void word_table_free(word_table *table) {
  if (!table) return;
  for (size_t index = 0; index < table->capacity; index++) free(table->slots[index].word);
  free(table->slots);
  free(table->buffer);
  free(table);
}

static slot *find(slot *slots, size_t capacity, const char *word, size_t length, uint64_t hash) {
  for (size_t index = hash & (capacity - 1);; index = (index + 1) & (capacity - 1)) {
    slot *one = &slots[index];
    if (!one->word) return one;
    if (one->hash == hash && one->length == length && memcmp(one->word, word, length) == 0) return one;
  }
}

static bool grow(word_table *table) {
  size_t capacity = table->capacity * 2;
  slot *slots = calloc(capacity, sizeof(slot));
  if (!slots) return false;
  for (size_t index = 0; index < table->capacity; index++) {
    slot *one = &table->slots[index];
    if (one->word) *find(slots, capacity, one->word, one->length, one->hash) = *one;
  }
  free(table->slots);
  table->slots = slots;
  table->capacity = capacity;
  return true;
}

static bool count_word(word_table *table, const char *word, size_t length) {
  uint64_t hash = 14695981039346656037u;
  for (size_t index = 0; index < length; index++) hash = (hash ^ (unsigned char)word[index]) * 1099511628211u;
  if (table->used * 2 >= table->capacity && !grow(table)) return false;
  slot *one = find(table->slots, table->capacity, word, length, hash);
  if (!one->word) {
    one->word = malloc(length);
    if (!one->word) return false;
    memcpy(one->word, word, length);
    one->length = length;
    one->hash = hash;
    table->used++;
  }
  one->count++;
  return true;
}

// The scalar that begins at `place` of valid UTF-8, and how many bytes it takes.
static size_t decode(const char *text, size_t length, size_t place, uint32_t *scalar) {
  unsigned char first = (unsigned char)text[place];
  size_t size = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (size > length - place) size = length - place;
  uint32_t value = size == 1 ? first : first & (0x7Fu >> size);
  for (size_t index = 1; index < size; index++) value = value << 6 | ((unsigned char)text[place + index] & 0x3Fu);
  *scalar = value;
  return size;
}

static size_t encode(uint32_t scalar, char *out) {
  if (scalar < 0x80) return out[0] = (char)scalar, 1;
  size_t size = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  for (size_t index = size - 1; index > 0; index--, scalar >>= 6) out[index] = (char)(0x80u | (scalar & 0x3Fu));
  out[0] = (char)((0xF00u >> size & 0xF0u) | scalar);
  return size;
}

// A hyphen parts two words here; an apostrophe between letters does not.
bool word_table_add(word_table *table, const char *text, size_t length) {
  size_t filled = 0;
  for (size_t place = 0; place <= length;) {
    uint32_t scalar = ' ', next = ' ';
    size_t size = place < length ? decode(text, length, place, &scalar) : 1;
    if (place + size < length) decode(text, length, place + size, &next);
    bool joins = filled > 0 && (scalar == '\'' || scalar == 0x2019) && word_has(next);
    if (word_has(scalar) || joins) {
      if (filled + 4 > table->buffer_size) {
        size_t room = table->buffer_size * 2 + 64;
        char *buffer = realloc(table->buffer, room);
        if (!buffer) return false;
        table->buffer = buffer;
        table->buffer_size = room;
      }
      filled += encode(joins ? '\'' : word_lower(scalar), table->buffer + filled);
    } else if (filled > 0) {
      if (!count_word(table, table->buffer, filled)) return false;
      filled = 0;
    }
    place += size;
  }
  return true;
}

static bool comes_before(const word_frequency *a, const word_frequency *b) {
  if (a->count != b->count) return a->count > b->count;
  size_t length = a->length < b->length ? a->length : b->length;
  int order = memcmp(a->word, b->word, length);
  return order != 0 ? order < 0 : a->length < b->length;
}

size_t word_table_top(const word_table *table, word_frequency *top, size_t limit) {
  size_t filled = 0;
  for (size_t index = 0; index < table->capacity; index++) {
    const slot *one = &table->slots[index];
    if (!one->word) continue;
    word_frequency entry = {one->word, one->length, one->count};
    if (filled == limit && (limit == 0 || !comes_before(&entry, &top[filled - 1]))) continue;
    size_t place = filled < limit ? filled++ : filled - 1;
    for (; place > 0 && comes_before(&entry, &top[place - 1]); place--) top[place] = top[place - 1];
    top[place] = entry;
  }
  return filled;
}
