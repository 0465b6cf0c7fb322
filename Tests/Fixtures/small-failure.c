// It fails with a struct that ends in its middle.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_failure failure = {.abi = COMPONENT_ABI_VERSION, .size = 16, .code = COMPONENT_FAILURE_DENIED};
  return call->host->fail(call, &failure);
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "SmallFailure", run); }
