// It fails with the code and in the words that only the host has for a crash.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return fail(call, COMPONENT_FAILURE_CRASHED, "crashed",
              "component 'Good' crashed in Good.run: its process died of SIGSEGV");
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "ClaimsCrash", run); }
