// What a worker writes down of its own crash, for the host that started it.

#ifndef HOST_CRASH_RECORD_H
#define HOST_CRASH_RECORD_H

#include <signal.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

enum { HOST_RECORD_FRAMES = 128, HOST_RECORD_MODULES = 32, HOST_RECORD_NAME = 240, HOST_RECORD_BUILD = 32 };

// How a component ended its process.
enum {
  HOST_CRASH_NONE = 0,
  // By a fault, or a signal that it sent itself.
  HOST_CRASH_SIGNAL = 1,
  // With `exit`.
  HOST_CRASH_EXIT = 2,
  // It ended the thread of a call with `pthread_exit`.
  HOST_CRASH_THREAD = 3,
  // It left a call with `longjmp`.
  HOST_CRASH_JUMP = 4,
};

// A file that was loaded.
typedef struct {
  // What an address in the file is, less the same in memory.
  uint64_t base;
  uint32_t name_length;
  uint32_t build_length;
  char name[HOST_RECORD_NAME];
  uint8_t build[HOST_RECORD_BUILD];
} host_crash_module;

typedef struct {
  uint64_t address;
  // Counted from 1; 0 for an address in none.
  uint32_t module;
  uint32_t padding;
} host_crash_frame;

// Lies in memory that both processes have. It is filled from above to below, and each count is written last, so that what
// there is of it can be read if the process does not get to its end.
typedef struct {
  uint32_t kind;
  int32_t signal;
  // The signal's si_code, and the status of `exit`.
  int32_t code;
  uint32_t frame_count;
  // Where a fault was.
  uint64_t address;
  uint32_t module_count;
  uint32_t padding;
  host_crash_frame frames[HOST_RECORD_FRAMES];
  host_crash_module modules[HOST_RECORD_MODULES];
} host_crash_record;

// From here on a crash of this process is written to a record, which the process that started it reads. Where the
// descriptor is none of such a record nothing is done: -1 with errno. The descriptor is closed.
//
// OWNERSHIP: the descriptor is this function's.
// THREADS: one, before any of a component's code runs.
int host_crash_record_to(int descriptor);

// Whether crashes of this process are written to a record.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
int host_crash_is_recorded(void);

// Writes an end to the record: of a signal with its context, or another with a status. The first end counts.
//
// OWNERSHIP: everything is borrowed.
// THREADS: any, also in a signal's handler.
void host_crash_write_signal(int number, const siginfo_t *info, const void *context);
void host_crash_write_end(uint32_t kind, int status);

// For a thread that ends: that is an end of the process where it is still in a call.
//
// OWNERSHIP: nothing is passed.
// THREADS: each for itself.
void host_crash_thread_ends(void);

// A component has left a call with `longjmp`: that is an end of the process where crashes are recorded, and nothing
// elsewhere.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
void host_crash_jumped(void);

#pragma clang assume_nonnull end

#endif
