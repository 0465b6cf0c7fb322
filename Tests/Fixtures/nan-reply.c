// It replies with a number that JSON does not have.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  double zero = 0;
  component_value value = {.kind = COMPONENT_KIND_DOUBLE, .as = {.number = zero / zero}};
  return call->host->reply(call, &value);
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "NanReply", run); }
