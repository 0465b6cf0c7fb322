// The floors: what plain C does for the same work. Each function does it `count` times and returns something that depends
// on every one of them.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

// A call by a pointer.
int64_t floor_pointer(leaf_function function, int64_t count) {
  int64_t reply = 0;
  for (int64_t i = 0; i < count; i++) reply = function(reply);
  return reply;
}

static uint64_t fold(uint64_t a, uint64_t b) {
  unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

// The last bytes of a text are read together with some before them, if there are any: two loads that may overlap.
static uint64_t word64(const char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

static uint32_t word32(const char *bytes) {
  uint32_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

static uint64_t hash_text(text text, uint64_t seed) {
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

static uint64_t hash_names(text target, text action) {
  return fold(hash_text(target, 0xa0761d6478bd642fu), hash_text(action, 0xe7037ed1a0b428dbu));
}

static int same(text a, text b) { return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0; }

static text keep(const char *format, int number) {
  char name[64];
  int length = snprintf(name, sizeof name, format, number);
  return (text){strdup(name), (size_t)length};
}

static void insert(table *table, text target, text action, leaf_function function) {
  entry *added = malloc(sizeof *added);
  *added = (entry){hash_names(target, action), target, action, function};
  size_t index = added->hash & table->mask;
  while (table->slots[index]) index = (index + 1) & table->mask;
  table->slots[index] = added;
}

// A table of `count` names, among them those that are called.
table *floor_table(int64_t count, leaf_function function) {
  size_t capacity = 64;
  while (capacity < (size_t)count * 2) capacity *= 2;
  table *made = calloc(1, sizeof *made + capacity * sizeof(entry *));
  made->mask = capacity - 1;
  made->target = keep("Reader", 0);
  for (int i = 0; i < CALLED; i++) made->actions[i] = keep("showDetail%02d", i);
  for (int i = 0; i < count; i++) {
    if (i < CALLED) {
      insert(made, keep("Reader", 0), keep("showDetail%02d", i), function);
    } else {
      insert(made, keep("Reader.Part%d", i % 10), keep("action%04d", i), function);
    }
  }
  return made;
}

// A look-up of two strings in a table, then a call by the pointer found. The reply says which name is called next:
// no call begins before the one before has ended, as it is with whoever uses a reply.
int64_t floor_lookup(const table *table, int64_t count) {
  int64_t reply = 0;
  for (int64_t i = 0; i < count; i++) {
    // The names may have changed, as far as the compiler can tell.
    __asm__ volatile("" : : "r"(table) : "memory");
    text target = table->target, action = table->actions[reply & (CALLED - 1)];
    uint64_t hash = hash_names(target, action);
    size_t index = hash & table->mask;
    const entry *found;
    while ((found = table->slots[index]) != NULL) {
      if (found->hash == hash && same(found->action, action) && same(found->target, target)) {
        reply = found->function(reply);
        break;
      }
      index = (index + 1) & table->mask;
    }
  }
  return reply;
}

// A copy of a text.
int64_t floor_copy(char *to, const char *from, size_t length, int64_t count) {
  int64_t sum = 0;
  for (int64_t i = 0; i < count; i++) {
    memcpy(to, from, length);
    __asm__ volatile("" : : "r"(to), "r"(from) : "memory");
    sum += to[length - 1];
  }
  return sum;
}

// The one system call by which a file is missed.
int64_t floor_miss(const char *path, int64_t count) {
  int64_t sum = 0;
  for (int64_t i = 0; i < count; i++) sum += open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  return sum;
}

// Each of the given files opened, asked for its size, read at its beginning and closed.
int64_t floor_look(const char *const *paths, int64_t count) {
  int64_t sum = 0;
  char head[4096];
  for (int64_t i = 0; i < count; i++) {
    int file = open(paths[i], O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) return -1;
    sum += status.st_size + read(file, head, sizeof head) + head[0];
    close(file);
  }
  return sum;
}

// A loop under a name of its own, by which callgrind knows where to begin and end counting.
int64_t floor_counted(int64_t (*loop)(void *context, int64_t count), void *context, int64_t count) {
  return loop(context, count);
}
