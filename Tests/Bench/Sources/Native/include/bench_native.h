// What the C library says to programs in C only.

#ifndef BENCH_NATIVE_H
#define BENCH_NATIVE_H

#include <stdint.h>

// The processors this thread may use, at most `limit`; how many there are.
int bench_processors(int *processors, int limit);

// Keeps this thread, and what it starts from here on, on one processor.
void bench_pin(int processor);

// Lets this thread, and what it starts from here on, use these processors.
void bench_allow(const int *processors, int count);

// How messages go to another process: through two pipes, a pair of sockets, or memory that both have and a word that the
// reader sleeps on, which takes at most 4096 bytes at a time.
typedef enum { BENCH_PIPES, BENCH_SOCKETS, BENCH_MEMORY } bench_way;

// Starts a process on a processor that sends back whatever comes, `size` bytes at a time. It ends with this one. Null where
// there can be none.
//
// `looks` is how often a reader looks into shared memory before it sleeps.
typedef struct bench_echo bench_echo;
bench_echo *bench_echo_start(int processor, long size, bench_way way, int looks);

// So many times there and back; how many bytes that were.
long bench_echo_trips(bench_echo *echo, long count);

// So many times 64 there, and then 64 back; how many bytes that were.
long bench_echo_flights(bench_echo *echo, long count);

// Bytes that are allocated, with those that were mapped one by one.
int64_t bench_heap(void);

#endif
