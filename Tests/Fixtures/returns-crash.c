// Its action returns the code of a crash instead of failing the call.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context, (void)call;
  return COMPONENT_FAILURE_CRASHED;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "ReturnsCrash", run); }
