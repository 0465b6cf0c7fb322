// What a thread does just now for another process.

#ifndef HOST_SERVING_H
#define HOST_SERVING_H

#pragma clang assume_nonnull begin

// One pointer per thread, null at first.
//
// OWNERSHIP: what it points to is its setter's, who puts the one before back.
// THREADS: each has its own.
extern _Thread_local void *_Nullable host_serving;

// That pointer.
//
// OWNERSHIP: as host_serving.
// THREADS: any; each reads and sets its own.
static inline void *_Nullable host_serving_get(void) { return host_serving; }
static inline void host_serving_set(void *_Nullable serving) { host_serving = serving; }

#pragma clang assume_nonnull end

#endif
