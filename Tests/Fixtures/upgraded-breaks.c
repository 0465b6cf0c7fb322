// Calls of the first version fail with this one.
// Name: Upgraded
#include "upgraded.inc"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return reply_text(call, TEXT("breaks"));
}

COMPONENT_REGISTER(host, registration) {
  return offer_upgraded(host, registration, run, "(sum: text) -> text", "extra");
}
