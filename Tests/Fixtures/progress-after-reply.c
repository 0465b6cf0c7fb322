// Its action reports progress after it has replied.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  reply_text(call, TEXT("done"));
  component_progress progress = {COMPONENT_HEAD(component_progress), .fraction = 0.5, .message = TEXT("half")};
  return call->host->progress(call, &progress);
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "ProgressAfterReply", run); }
