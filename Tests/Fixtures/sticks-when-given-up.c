// Its action defers, and what has itself told when the call is given up never returns.
#include "marks.h"

static void stick(void *context) {
  (void)context;
  for (;;) pause();
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_call *deferred = call->host->defer(call);
  if (!deferred) return COMPONENT_FAILURE_ENDED;
  call->host->when_cancelled(deferred, stick, NULL, NULL);
  mark("running");
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "SticksWhenGivenUp", run); }
