// Calls of the first version go on with this one, but those of an action that it has no more.
// Name: Upgraded
#include "upgraded.inc"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return reply_text(call, TEXT("fits"));
}

COMPONENT_REGISTER(host, registration) {
  return offer_upgraded(host, registration, run, "(sum: double, note: text?) -> text", "extra");
}
