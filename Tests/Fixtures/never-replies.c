// Its action returns without a reply.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context, (void)call;
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "NeverReplies", run); }
