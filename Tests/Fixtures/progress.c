// It tells its progress in four steps, then replies: that works.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  for (int step = 1; step <= 4; step++) {
    component_progress progress = {COMPONENT_HEAD(component_progress), .fraction = step / 4.0, .message = TEXT("step")};
    call->host->progress(call, &progress);
  }
  return reply_text(call, TEXT("done"));
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "Progress", run); }
