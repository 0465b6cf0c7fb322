// It keeps its registration and tries to add an action when it is called.
#include "fixture.h"

static component_registration *kept;

static int32_t run(void *context, component_call *call) {
  (void)context;
  return reply_int(call, add_action(call->host, kept, "RegistersLate", "more", run_ok));
}

COMPONENT_REGISTER(host, registration) {
  kept = registration;
  return offer(host, registration, "RegistersLate", run);
}
