// It replies, then wants to defer.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  reply_text(call, TEXT("done"));
  return call->host->defer(call) ? COMPONENT_OK : COMPONENT_FAILURE_ENDED;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "DefersAfterReply", run); }
