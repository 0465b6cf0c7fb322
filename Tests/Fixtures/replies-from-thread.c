// It defers its call and replies from another thread: that works.
// Flags: -pthread
#include "fixture.h"

#include <pthread.h>

static void *later(void *context) {
  component_call *call = context;
  reply_text(call, TEXT("from afar"));
  call->host->release(call);
  return NULL;
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_call *deferred = call->host->defer(call);
  pthread_t thread;
  if (!deferred || pthread_create(&thread, NULL, later, deferred) != 0) return COMPONENT_FAILURE_FAILED;
  pthread_detach(thread);
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "RepliesFromThread", run); }
