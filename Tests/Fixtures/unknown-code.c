// It fails with a code that the contract does not know.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return fail(call, 77, "odd", "a failure of an odd kind");
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "UnknownCode", run); }
