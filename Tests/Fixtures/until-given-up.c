// Its action defers and has itself told when the call is given up; it leaves marks: that works.
#include "marks.h"

static void given_up(void *context) {
  component_call *deferred = context;
  mark("given up");
  deferred->host->release(deferred);
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_call *deferred = call->host->defer(call);
  if (!deferred) return COMPONENT_FAILURE_ENDED;
  call->host->when_cancelled(deferred, given_up, deferred, NULL);
  mark("running");
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "UntilGivenUp", run); }
