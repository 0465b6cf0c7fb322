// The first of three versions.
#include "upgraded.inc"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return reply_text(call, TEXT("first"));
}

COMPONENT_REGISTER(host, registration) {
  return offer_upgraded(host, registration, run, "(sum: int) -> text", "spare");
}
