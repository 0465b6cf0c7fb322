// It defers its call and gives it back without a reply.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_call *deferred = call->host->defer(call);
  if (!deferred) return COMPONENT_FAILURE_FAILED;
  call->host->release(deferred);
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "DefersAndDrops", run); }
