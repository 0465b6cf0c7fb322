// Runs something that may end its process in a process of its own, and tells how that ended.

#ifndef FUZZ_CHILD_H
#define FUZZ_CHILD_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// How a child ended. All zero for one that has not begun.
typedef struct {
  // The last number that the child gave to `child_reached`.
  int32_t reached;
  // Its exit code, or -1 where a signal ended it.
  int32_t code;
  // The signal that ended it, or 0.
  int32_t signal;
  // Whether it was killed because its time was up.
  int32_t was_late;
  // Whether code of a library was mapped that lies in memory, when the signal came.
  int32_t has_code;
  // The instruction at which the signal came, and the mapping that it lies in: a file's path, "" for none.
  uint64_t instruction;
  char place[120];
  // The mapping of the address on top of the stack: who called, where the instruction lies in no code.
  char caller[120];
} child_end;

// Memory that this process and its children share, zeroed; null where there is none.
void *_Nullable child_shared(size_t size);

// Forks into so many workers and returns each one's number in it; in the first process it returns -1 when all of them
// have ended. A worker ends with `child_leave`.
int child_split(int count);
_Noreturn void child_leave(void);

// Calls `body` in a child and waits for its end, for at most so many milliseconds. `end` lies in shared memory.
void child_run(void (*body)(void *_Nullable context), void *_Nullable context, int milliseconds, child_end *end);

// In a child: how far it has come.
void child_reached(int number);

#pragma clang assume_nonnull end

#endif
