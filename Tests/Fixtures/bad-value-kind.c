// It replies with a value of a kind that does not exist.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_value value = {.kind = 99};
  return call->host->reply(call, &value);
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "BadValueKind", run); }
