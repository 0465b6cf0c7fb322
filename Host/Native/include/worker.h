// Starting a worker, a process of the host's own, and hearing of its end.

#ifndef HOST_WORKER_H
#define HOST_WORKER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// What the worker has as descriptor 0, as 1 and 2, as 3, as 4, and as 5, where that is not -1. It has no others.
typedef struct {
  int input, error, channel, record, passed;
} host_worker_ends;

typedef struct {
  const char *program;
  char *_Nullable const *_Nonnull arguments;
  char *_Nullable const *_Nonnull environment;
  host_worker_ends ends;
  // This process, as host_process_open has it.
  int parent;
  // Whether the worker is to be the first of a process namespace, where the system allows that: with it all its descendants
  // end.
  int is_apart;
  // Whether this process becomes the parent of what the worker leaves behind, where it has no such namespace. It then is for
  // good, and of all orphans below it.
  int adopts_orphans;
  // Called in the worker's process right before the program is run in it, in the host's memory, while the thread that
  // starts it waits: it makes system calls, and nothing else. 0 or the error.
  int (*_Nullable prepare)(void *_Nullable context);
  void *_Nullable context;
} host_worker_plan;

// What failed of a start.
enum {
  HOST_WORKER_NO_PROCESS = 1,
  HOST_WORKER_NO_DESCRIPTOR = 2,
  HOST_WORKER_NOT_PREPARED = 3,
  HOST_WORKER_NO_PROGRAM = 4,
};

typedef struct {
  pid_t number;
  // The process itself, whatever becomes of its number.
  int process;
  int is_apart;
  int failed;
} host_worker;

// Starts a worker: with signals as a shell would leave them, in a session of its own, and so that it is killed when the
// thread that started it ends. 0 or the error, with what failed.
//
// OWNERSHIP: everything is borrowed; `process` is the caller's to close.
// THREADS: one that lives as long as the worker may.
int host_worker_start(const host_worker_plan *plan, host_worker *worker);

// This very process, or -1 with errno; readable once it has ended.
//
// OWNERSHIP: the descriptor is the caller's to close.
// THREADS: any.
int host_process_open(void);
// Another process by its number, or -1 with errno. Whether it is still the one that was meant has to be looked at behind
// that.
//
// OWNERSHIP: the descriptor is the caller's to close.
// THREADS: any.
int host_process_open_number(pid_t number);
// Sends a signal to an open process: 0, or the error.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
int host_process_signal(int process, int signal);

enum { HOST_END_NONE = 0, HOST_END_EXIT = 1, HOST_END_SIGNAL = 2, HOST_END_UNKNOWN = 3 };
// Takes note of a child's end, without waiting for it: how it has ended, and with which status or signal.
//
// OWNERSHIP: nothing is passed.
// THREADS: any; the end is told once.
int host_process_end(int process, int *number);

// A file in memory of a fixed size that a worker writes its crash record to, or -1 with errno.
//
// OWNERSHIP: the descriptor is the caller's to close.
// THREADS: any.
int host_record_file(size_t size);

#pragma clang assume_nonnull end

#endif
