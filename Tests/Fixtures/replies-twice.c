// Its action replies twice.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  reply_text(call, TEXT("first"));
  return reply_text(call, TEXT("second"));
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "RepliesTwice", run); }
