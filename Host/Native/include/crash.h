// Which component is to blame when the process dies: what each thread does for a component, and what the program then
// says.

#ifndef HOST_CRASH_H
#define HOST_CRASH_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// What a thread does for a component outside of calls, or waits for: load it, register it, start it, shut it down.
//
// It lies on the thread's stack for as long as that takes.
typedef struct host_doing {
  // As much of the component's name as a name may have.
  char name[128];
  size_t length;
  // Where that is, to be read behind "component 'Reader' crashed": " in its register". Lasts.
  const char *_Nullable place;
  // The call around it; null where there is none.
  const void *_Nullable frame;
  struct host_doing *_Nullable outer;
} host_doing;

// Says that this thread begins to do something, until the end of the same.
//
// OWNERSHIP: `name` is borrowed and copied; `doing` and `place` are borrowed until host_doing_end.
// THREADS: each for itself; what begins later ends earlier.
void host_doing_begin(host_doing *doing, const char *_Nullable name, size_t length, const char *place);
void host_doing_end(host_doing *doing);

// What is said when the process dies, in which these stand for what is known then only: the component, the place of the
// crash in it, the signal, and the time as 2026-11-28T22:30:00Z.
#define HOST_WORDS_COMPONENT "\xef\xa3\xb0"
#define HOST_WORDS_PLACE "\xef\xa3\xb1"
#define HOST_WORDS_SIGNAL "\xef\xa3\xb2"
#define HOST_WORDS_TIME "\xef\xa3\xb3"

typedef struct {
  const char *bytes;
  size_t length;
} host_words;

// Those for each way in which a component ends the process.
typedef struct {
  // By a fault; with `exit`; and with `pthread_exit` on the program's thread.
  host_words crashed, left, left_thread;
} host_last_words;

// From here on a component that kills the process, by a fault or with `exit`, or ends this thread with `pthread_exit`, is
// named on the error output before the process ends with a code of its own. Whoever handled the signals before still does,
// behind that: a backtrace stays. Where core dumps are switched on the process dies by the signal.
//
// Called again it has other words said. The ones before are returned, which nobody reads any more; null where there are
// none, and where they are just being said.
//
// OWNERSHIP: the words are borrowed until they are returned.
// THREADS: one at a time.
const host_last_words *_Nullable host_crash_watch(const host_last_words *words, int code);
// The same, with a record to which the crash is written instead of words: of what was there before of them nothing is said.
//
// OWNERSHIP: nothing is passed.
// THREADS: one, once.
void host_crash_watch_record(void);
// From here on `exit` is the program's own; a fault still is not: where one was told it does not return, and the process ends
// with that.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
void host_crash_over(void);

// Whether a fault was told: the process ends with the code of that, whoever ends it.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
int host_crash_is_told(void);

// For a caller of `_exit`, which is to lie behind `caller`: if that is a component, or what works for one, this is told as
// `exit` is, and the process ends. Otherwise it returns, and the process is to end as it was asked to.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
void host_crash_leaves(int status, uintptr_t caller);

// Prepares this thread for a crash of its own, until it ends, if crashes are watched: with a stack on which the signal is
// handled when its own has no room left, and so that it blocks no signal of a fault.
//
// OWNERSHIP: nothing is passed.
// THREADS: each for itself, any number of times.
void host_crash_thread(void);
// Whether a signal's handler must stay as it is: a crash is told, the process is about to end, and another thread that
// crashes meanwhile would end it in another way. The new handler is then this thread's alone: whatever makes the backtrace
// reads memory that may not be there.
//
// OWNERSHIP: `action` is borrowed and copied.
// THREADS: any.
int host_crash_keeps(int number, const struct sigaction *action);
// A set of signals, as the kernel has it, without those that tell a thread of a fault of its own.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
uint64_t host_crash_without_faults(uint64_t set);

// The thread whose doing `host_words_say` means.
//
// OWNERSHIP: the thread must live as long as words are said.
// THREADS: the one that is meant.
void host_words_watch_this_thread(void);
// Writes words to the error output, with the component that the watched thread does something for, or the others where it
// does so for none. Takes no lock.
//
// OWNERSHIP: the words are borrowed.
// THREADS: any, also in a signal's handler.
void host_words_say(host_words words, host_words otherwise);

#pragma clang assume_nonnull end

#endif
