// What the C library says to programs in C only.

#ifndef BENCH_NATIVE_H
#define BENCH_NATIVE_H

#include <stdint.h>

// The processors this thread may use, at most `limit`; how many there are.
int bench_processors(int *processors, int limit);

// Keeps this thread, and what it starts from here on, on one processor.
void bench_pin(int processor);

// Bytes that are allocated, with those that were mapped one by one.
int64_t bench_heap(void);

#endif
