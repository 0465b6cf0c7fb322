// It replies with a text that has a length but no bytes.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return reply_text(call, (component_text){NULL, 3});
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "MissingValueBytes", run); }
