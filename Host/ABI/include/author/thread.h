// Threads: a call that is worked on beside its action. Of all headers for authors this one alone needs -pthread where the C
// library does not have threads in itself, so component_author.h leaves it out.

#ifndef COMPONENT_AUTHOR_THREAD_H
#define COMPONENT_AUTHOR_THREAD_H

#include <pthread.h>
#include <stdlib.h>

#include "deferred.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// What a thread is begun with.
typedef struct component_work {
  void (*run)(component_call *call);
  component_call *call;
} component_work;

static inline void *COMPONENT_NULLABLE component_do_work(void *COMPONENT_NULLABLE context) {
  component_work work = *(component_work *)context;
  free(context);
  work.run(work.call);
  component_release(work.call);
  return NULL;
}

// Defers a call, and has `run` end it on a thread of its own; the call is given back behind that. The result is for the
// action to return.
//
// OWNERSHIP: the deferred call is lent to `run`.
// THREADS: as component_defer.
static inline int32_t component_defer_to(component_call *call, void (*run)(component_call *call)) {
  component_work *COMPONENT_NULLABLE work = (component_work *)malloc(sizeof(component_work));
  pthread_t thread;
  if (!work) return component_fail(call, COMPONENT_FAILURE_FAILED, "no_memory", "there is no memory left");
  component_call *COMPONENT_NULLABLE deferred = component_defer(call);
  if (!deferred) {
    free(work);
    return COMPONENT_FAILURE_ENDED;
  }
  work->run = run;
  work->call = deferred;
  if (pthread_create(&thread, NULL, component_do_work, work) == 0) {
    pthread_detach(thread);
    return COMPONENT_OK;
  }
  free(work);
  component_fail(call, COMPONENT_FAILURE_FAILED, "no_thread", "no thread could be started");
  component_release(deferred);
  return COMPONENT_OK;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
