// Its action fails after it has replied.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  reply_text(call, TEXT("done"));
  return fail(call, COMPONENT_FAILURE_FAILED, "", "too late");
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "FailsAfterReply", run); }
