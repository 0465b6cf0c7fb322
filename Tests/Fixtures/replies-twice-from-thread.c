// It defers its call, replies, and replies once more from another thread.
// Flags: -pthread
#include "fixture.h"

#include <pthread.h>

static void *later(void *context) {
  component_call *call = context;
  reply_text(call, TEXT("second"));
  return NULL;
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_call *deferred = call->host->defer(call);
  pthread_t thread;
  if (!deferred) return COMPONENT_FAILURE_FAILED;
  reply_text(deferred, TEXT("first"));
  if (pthread_create(&thread, NULL, later, deferred) == 0) pthread_join(thread, NULL);
  deferred->host->release(deferred);
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "RepliesTwiceFromThread", run); }
