#define _GNU_SOURCE
#include "native.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void host_futex_wait(const void *word, uint32_t expected, uint32_t bits, int64_t deadline, bool is_shared) {
  // A moment in the past returns at once, as it should; one before the clock began would be refused, and never wait.
  if (deadline < 0) return;
  struct timespec time = {deadline / 1000000000, deadline % 1000000000};
  syscall(
      SYS_futex, word, FUTEX_WAIT_BITSET | (is_shared ? 0 : FUTEX_PRIVATE_FLAG), expected,
      deadline == INT64_MAX ? NULL : &time, NULL, bits);
}

void host_futex_wake(const void *word, int count, uint32_t bits, bool is_shared) {
  syscall(SYS_futex, word, FUTEX_WAKE_BITSET | (is_shared ? 0 : FUTEX_PRIVATE_FLAG), count, NULL, NULL, bits);
}

int host_processors(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}
