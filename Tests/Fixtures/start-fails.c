// Its start fails.
#include "starts.inc"

static int32_t start(void *context, component_call *call) {
  (void)context;
  return fail(call, COMPONENT_FAILURE_FAILED, "port_taken", "the port is taken");
}

#ifndef NAME
#define NAME "StartFails"
#endif

COMPONENT_REGISTER(host, registration) { return offer_starting(host, registration, NAME, NULL, start); }
