// Its action returns a code instead of failing the call.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context, (void)call;
  return COMPONENT_FAILURE_INVALID;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "ReturnsCode", run); }
