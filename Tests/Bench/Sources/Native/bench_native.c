#define _GNU_SOURCE
#include "bench_native.h"

#include <malloc.h>
#include <sched.h>

int bench_processors(int *processors, int limit) {
  cpu_set_t set;
  int count = 0;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 0;
  for (int i = 0; i < CPU_SETSIZE && count < limit; i++) {
    if (CPU_ISSET(i, &set)) processors[count++] = i;
  }
  return count;
}

void bench_pin(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  sched_setaffinity(0, sizeof set, &set);
}

void bench_allow(const int *processors, int count) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int i = 0; i < count; i++) CPU_SET(processors[i], &set);
  sched_setaffinity(0, sizeof set, &set);
}

int64_t bench_heap(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}
