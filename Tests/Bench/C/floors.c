// The floors: what plain C does for the same work. Each function does it `count` times and returns something that depends
// on every one of them.
#include "names.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

// A call by a pointer.
int64_t floor_pointer(leaf_function function, int64_t count) {
  int64_t reply = 0;
  for (int64_t i = 0; i < count; i++) reply = function(reply);
  return reply;
}

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
    const entry *found = look_up(table, target, action);
    if (found) reply = found->function(reply);
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

// Whether a text is ASCII, and so UTF-8, which is asked 256 bytes at a time.
typedef uint64_t block __attribute__((vector_size(64), aligned(1), may_alias));

static bool is_ascii(const char *text, size_t length) {
  const block *blocks = (const block *)text;
  uint64_t other = 0;
  for (size_t i = 0; i + 4 <= length / sizeof(block) && !other; i += 4) {
    block all = (blocks[i] | blocks[i + 1] | blocks[i + 2] | blocks[i + 3]) & 0x8080808080808080;
    other = all[0] | all[1] | all[2] | all[3] | all[4] | all[5] | all[6] | all[7];
  }
  return !other;
}

// A copy of a text that has been looked at, once or twice.
int64_t floor_looked_at_copy(char *to, const char *from, size_t length, int64_t looks, int64_t count) {
  int64_t sum = 0;
  for (int64_t i = 0; i < count; i++) {
    for (int64_t look = 0; look < looks; look++) {
      if (!is_ascii(from, length)) return -1;
      __asm__ volatile("" : : "r"(from) : "memory");
    }
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
