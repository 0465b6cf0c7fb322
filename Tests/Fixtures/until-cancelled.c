// Its action runs until its caller gives it up, and leaves a mark when it begins: that works.
#include "marks.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  mark("running");
  while (!call->host->is_cancelled(call)) usleep(500);
  return fail(call, COMPONENT_FAILURE_CANCELLED, "seen", "I saw it");
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "UntilCancelled", run); }
