// Calls that end later, deadlines, and calls that are given up.

#ifndef COMPONENT_AUTHOR_DEFERRED_H
#define COMPONENT_AUTHOR_DEFERRED_H

#include <time.h>

#include "failure.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// Keeps a call beyond its action's return; null if it has ended already. It is replied to from any thread, and then given
// back with component_release; given back before, it fails for its caller.
//
// OWNERSHIP: the result is the component's until component_release.
// THREADS: the action's own, before it returns; component_release any.
static inline component_call *COMPONENT_NULLABLE component_defer(component_call *call) {
  return call->host->defer(call);
}

static inline void component_release(component_call *deferred) { deferred->host->release(deferred); }

// Has a function called once when a deferred call is given up or its deadline passes; at once if that has happened.
//
// OWNERSHIP: `context` is lent to the function, until component_release.
// THREADS: any; `function` is called on any thread.
static inline void component_when_cancelled(component_call *deferred,
                                            void (*function)(void *COMPONENT_NULLABLE context),
                                            void *COMPONENT_NULLABLE context) {
  deferred->host->when_cancelled(deferred, function, context, NULL);
}

// Nanoseconds of the clock that deadlines are told in. Strict C has its function under no name.
//
// OWNERSHIP: nothing is borrowed.
// THREADS: any.
#ifdef __cplusplus
extern "C"
#endif
int component_clock(int clock, struct timespec *time) __asm__("clock_gettime");
static inline int64_t component_now(void) {
  struct timespec time = COMPONENT_ZERO;
  // 1 is CLOCK_MONOTONIC.
  component_clock(1, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// A deadline so many nanoseconds from now. What is longer than the clock goes on is as long as that, and less than nothing
// is over already.
//
// OWNERSHIP: nothing is borrowed.
// THREADS: any.
static inline int64_t component_deadline_after(int64_t nanoseconds) {
  int64_t now = component_now();
  if (nanoseconds < 0) return now;
  return nanoseconds < INT64_MAX - now ? now + nanoseconds : INT64_MAX;
}

// The same in milliseconds, for a request that may take so long: request.deadline = component_deadline_in(500).
//
// OWNERSHIP: nothing is borrowed.
// THREADS: any.
static inline int64_t component_deadline_in(int64_t milliseconds) {
  if (milliseconds < 0) return component_deadline_after(-1);
  return component_deadline_after(milliseconds < INT64_MAX / 1000000 ? milliseconds * 1000000 : INT64_MAX);
}

// Nanoseconds until a call's deadline, 0 once it has passed; INT64_MAX where it has none.
//
// OWNERSHIP: `call` is borrowed.
// THREADS: as component_is_cancelled.
static inline int64_t component_time_left(const component_call *call) {
  if (call->deadline == 0) return INT64_MAX;
  int64_t left = call->deadline - component_now();
  return left > 0 ? left : 0;
}

// Fails a call that was given up, or whose deadline has passed. True where it did; the action then returns COMPONENT_OK.
//
// OWNERSHIP: `call` is borrowed.
// THREADS: as component_fail_text.
static inline bool component_stop_if_cancelled(component_call *call) {
  if (!component_is_cancelled(call)) return false;
  bool is_late = component_time_left(call) == 0;
  component_fail(call, is_late ? COMPONENT_FAILURE_TIMED_OUT : COMPONENT_FAILURE_CANCELLED,
                 is_late ? "timed_out" : "cancelled", is_late ? "the deadline passed" : "the call was given up");
  return true;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
