// Its action calls itself for ever.
#include "asks.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return ask(call, "CallsItself", "run");
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "CallsItself", run); }
