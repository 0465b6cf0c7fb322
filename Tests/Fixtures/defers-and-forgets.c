// It defers its call and never thinks of it again.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return call->host->defer(call) ? COMPONENT_OK : COMPONENT_FAILURE_FAILED;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "DefersAndForgets", run); }
