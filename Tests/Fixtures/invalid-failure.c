// What it says when it fails is not valid UTF-8.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return fail(call, COMPONENT_FAILURE_FAILED, "odd", "it broke: \xff\xfe");
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "InvalidFailure", run); }
