#define _GNU_SOURCE
#include "native.h"

#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

// Where a thread handles signals when its own stack has no room left: one for each thread that has a state.
static _Thread_local void *stack;
static int is_wanted;

// Room for the handler, for a backtrace behind it, and for the registers of any processor.
static size_t stack_size(void) {
  long least = sysconf(_SC_MINSIGSTKSZ);
  return (64u << 10) + (least > 0 ? (size_t)least : 0);
}

void host_crash_stack_add(void) {
  if (stack || !__atomic_load_n(&is_wanted, __ATOMIC_RELAXED)) return;
  void *memory = mmap(NULL, stack_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t new = {.ss_sp = memory, .ss_size = stack_size()};
  if (sigaltstack(&new, NULL) == 0) {
    stack = memory;
  } else {
    munmap(memory, stack_size());
  }
}

void host_crash_stack_remove(void) {
  if (!stack) return;
  stack_t none = {.ss_flags = SS_DISABLE}, now;
  // A component may have put its own in the place of ours.
  if (sigaltstack(NULL, &now) == 0 && now.ss_sp == stack) sigaltstack(&none, NULL);
  munmap(stack, stack_size());
  stack = NULL;
}

void host_crash_stacks_begin(void) {
  __atomic_store_n(&is_wanted, 1, __ATOMIC_RELAXED);
  host_crash_stack_add();
}
