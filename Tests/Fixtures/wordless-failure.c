// It fails and gives neither a reason nor a message.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return fail(call, COMPONENT_FAILURE_DENIED, "", "");
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "WordlessFailure", run); }
