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

// Starts a program that ends with this one; what it prints goes to a file. Its process, -1 where there is none.
int bench_start(const char *const *words, const char *log);

// Starts a process that answers at a Unix socket, each `request` bytes with `answer` bytes, on epoll. It ends with this
// one. Its process, -1 where there is none.
int bench_answerer(const char *path, long request, long answer);

// A TCP port of this machine that nobody has, -1 where there is none.
int bench_free_port(void);

// A connection to a Unix socket, or to a TCP port of this machine where there is no path; -1 where nobody listens.
int bench_connect(const char *path, int port);

// How long the answer to a request is, which is kept; -1 where there is none.
long bench_answer(int end, const char *request, long length, char *answer, long limit);

// So many requests, each when the one before is answered by so many bytes; how many were answered.
long bench_asked(int end, const char *request, long length, long answer, long count);

// Requests at a rate, so many a second, through 64 connections to a TCP port: how many nanoseconds behind the time when it
// was due the answer came of which one in a hundred is later; -1 where one did not come.
double bench_late(int port, const char *request, long length, long answer, double rate, double seconds);

// Starts a process that answers at a broker what is sent to a subject, with headers as a host's and an int. Where it is
// `apart` one thread reads, and another one answers, as in a host. It ends with this one. Its process, once the broker knows
// of it; -1 where there is none.
int bench_broker_answerer(int port, const char *subject, int apart);

// A client of a broker, for one thread. Where it is `apart` a thread of its own reads, as in a host, for bench_broker_asked;
// else the caller does, for bench_broker_flights. Null where there is no broker.
typedef struct bench_broker_client bench_broker_client;
bench_broker_client *bench_broker_client_start(int port, int apart);

// So many requests, each when the one before is answered; how many were.
long bench_broker_asked(bench_broker_client *client, const char *subject, long count);

// So many requests, up to 64 of them under way; how many were answered.
long bench_broker_flights(bench_broker_client *client, const char *subject, long count);

// Bytes that are allocated, with those that were mapped one by one.
int64_t bench_heap(void);

#endif
