// Its start returns without a reply.
#include "starts.inc"

static int32_t start(void *context, component_call *call) {
  (void)context, (void)call;
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) { return offer_starting(host, registration, "StartSaysNothing", NULL, start); }
