#define _GNU_SOURCE
#include "crash.h"

#include "crash_watch.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_key_t key;
static int is_wanted;

// Room for the handler, for a backtrace behind it, and for the registers of any processor.
static size_t stack_size(void) {
  long least = sysconf(_SC_MINSIGSTKSZ);
  return (64u << 10) + (least > 0 ? (size_t)least : 0);
}

// What a handler that needs more runs into, instead of what lies below.
static size_t guard_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

// Runs when the thread ends. It has itself called again until the C library asks for the last time: a component's function
// that runs when its thread ends can crash as well.
static void remove_stack(void *memory) {
  static _Thread_local int rounds;
  if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS && pthread_setspecific(key, memory) == 0) return;
  stack_t none = {.ss_flags = SS_DISABLE}, now;
  // A component may have put its own in the place of this one; and where its handler ends the thread, this one is still in
  // use, and can be neither taken away nor unmapped.
  if (sigaltstack(NULL, &now) != 0) return;
  if (now.ss_sp == (char *)memory + guard_size() && sigaltstack(&none, NULL) != 0) return;
  munmap(memory, guard_size() + stack_size());
}

static void add_stack(void) {
  stack_t now;
  // One of a component's own does as well.
  if (sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
  size_t guard = guard_size(), size = stack_size();
  char *memory = mmap(NULL, guard + size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t new = {.ss_sp = memory + guard, .ss_size = size};
  if (mprotect(memory + guard, size, PROT_READ | PROT_WRITE) != 0 || pthread_setspecific(key, memory) != 0 ||
      sigaltstack(&new, NULL) != 0) {
    pthread_setspecific(key, NULL);
    munmap(memory, guard + size);
  }
}

void host_crash_thread(void) {
  if (!__atomic_load_n(&is_wanted, __ATOMIC_ACQUIRE) || pthread_getspecific(key)) return;
  sigset_t faults;
  sigemptyset(&faults);
  for (int i = 0; i < HOST_FAULT_COUNT; i++) sigaddset(&faults, host_faults[i]);
  pthread_sigmask(SIG_UNBLOCK, &faults, NULL);
  add_stack();
}

void host_crash_threads_begin(void) {
  if (pthread_key_create(&key, remove_stack) != 0) return;
  __atomic_store_n(&is_wanted, 1, __ATOMIC_RELEASE);
  host_crash_thread();
}
