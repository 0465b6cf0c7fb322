// Its action replies after it has failed.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  fail(call, COMPONENT_FAILURE_FAILED, "no_wish", "I do not wish to");
  return reply_text(call, TEXT("well, all right"));
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "RepliesAfterFail", run); }
