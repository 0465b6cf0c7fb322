#define _GNU_SOURCE
#include "culprit.h"

#include "native.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

_Thread_local host_doing *host_thread_doing;

// The innermost call of this thread: the first thing in its state.
static const struct host_frame *this_frame(void) {
  const struct host_frame *const *state = host_thread_state;
  return state ? *state : NULL;
}

int host_is_in_call(void) { return this_frame() || host_thread_doing; }

void host_doing_begin(host_doing *doing, const char *name, size_t length, const char *place) {
  if (length > sizeof doing->name) length = sizeof doing->name;
  if (length) memcpy(doing->name, name, length);
  doing->length = length;
  doing->place = place;
  doing->frame = this_frame();
  doing->outer = host_thread_doing;
  __atomic_store_n(&host_thread_doing, doing, __ATOMIC_RELEASE);
}

void host_doing_end(host_doing *doing) { __atomic_store_n(&host_thread_doing, doing->outer, __ATOMIC_RELEASE); }

// Behind a fault nothing is sure to be what it should be: no more than fits, and nothing but what a name has.
static size_t add(char *target, size_t length, size_t room, const char *bytes, size_t count) {
  for (size_t i = 0; i < count && length < room; i++) {
    char byte = bytes[i];
    int is_plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
                   byte == '_' || byte == '.' || byte == ' ';
    target[length++] = is_plain ? byte : '?';
  }
  return length;
}

static void set_component(struct host_culprit *culprit, const char *bytes, size_t count) {
  culprit->component_length = add(culprit->component, 0, sizeof culprit->component, bytes, count);
}

static void add_place(struct host_culprit *culprit, const char *bytes, size_t count) {
  culprit->place_length = add(culprit->place, culprit->place_length, sizeof culprit->place, bytes, count);
}

static int culprit_of_doing(struct host_culprit *culprit, const host_doing *doing) {
  culprit->component_length = culprit->place_length = 0;
  if (!doing) return 0;
  set_component(culprit, doing->name, doing->length);
  if (doing->place) add_place(culprit, doing->place, strlen(doing->place));
  return 1;
}

// The other thread goes on meanwhile: what it does is copied, and taken for true where it still does it then. Its stack
// stays mapped.
int host_culprit_of_watched(struct host_culprit *culprit, host_doing *const *watched) {
  for (int round = 0; watched && round < 100; round++) {
    const host_doing *doing = __atomic_load_n(watched, __ATOMIC_ACQUIRE);
    if (!doing) break;
    host_doing copy;
    memcpy(&copy, doing, sizeof copy);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (__atomic_load_n(watched, __ATOMIC_RELAXED) == doing) return culprit_of_doing(culprit, &copy);
  }
  culprit->component_length = culprit->place_length = 0;
  return 0;
}

static int culprit_of_entry(struct host_culprit *culprit, const struct host_entry *entry) {
  size_t root = 0;
  while (root < entry->target.length && entry->target.bytes[root] != '.') root++;
  set_component(culprit, entry->target.bytes, root);
  add_place(culprit, " in ", 4);
  add_place(culprit, entry->target.bytes, entry->target.length);
  add_place(culprit, ".", 1);
  add_place(culprit, entry->action.bytes, entry->action.length);
  return 1;
}

// Whether an address lies in a component: they are loaded from sealed copies, which have the names of their files.
static int culprit_of_address(struct host_culprit *culprit, uintptr_t address) {
#if __GLIBC_PREREQ(2, 35)
  struct dl_find_object found;
  if (_dl_find_object((void *)address, &found) != 0 || !found.dlfo_link_map) return 0;
  const char *path = found.dlfo_link_map->l_name;
  static const char begin[] = "/proc/self/fd/", end[] = ".so";
  if (!path || strncmp(path, begin, sizeof begin - 1) != 0) return 0;
  char file[256];
  ssize_t length = readlink(path, file, sizeof file - 1);
  if (length < 0) return 0;
  file[length] = 0;
  char *name = strstr(file, "lib"), *dot = name ? strstr(name, end) : NULL;
  if (!dot || (dot[sizeof end - 1] != 0 && dot[sizeof end - 1] != ' ')) return 0;
  set_component(culprit, name + 3, (size_t)(dot - name) - 3);
  return 1;
#else
  // Older C libraries can't tell without taking a lock.
  (void)culprit;
  (void)address;
  return 0;
#endif
}

// The first of the words on the stack that is an address in a component: mostly where a call will return to.
static int culprit_on_stack(struct host_culprit *culprit, uintptr_t stack) {
  enum { COUNT = 128, ROUNDS = 64 };
  stack &= ~(sizeof(uintptr_t) - 1);
  for (int round = 0; round < ROUNDS; round++) {
    uintptr_t words[COUNT];
    // The kernel reads them: where the stack ends, that is no fault.
    struct iovec here = {words, sizeof words}, there = {(void *)stack, sizeof words};
    ssize_t got = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
    if (got <= 0) return 0;
    for (size_t i = 0; i < (size_t)got / sizeof words[0]; i++) {
      if (culprit_of_address(culprit, words[i])) return 1;
    }
    if ((size_t)got < sizeof words) return 0;
    stack += sizeof words;
  }
  return 0;
}

int host_culprit_of_this_thread(struct host_culprit *culprit) {
  culprit->component_length = culprit->place_length = 0;
  const struct host_frame *frame = this_frame();
  const host_doing *doing = host_thread_doing;
  // Of a call and what is done in it the inner one.
  if (doing && doing->frame == frame) return culprit_of_doing(culprit, doing);
  return frame && frame->entry && culprit_of_entry(culprit, frame->entry);
}

int host_find_culprit(struct host_culprit *culprit, uintptr_t code, uintptr_t stack) {
  return host_culprit_of_this_thread(culprit) || culprit_of_address(culprit, code) || culprit_on_stack(culprit, stack);
}
