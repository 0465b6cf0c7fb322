// It falls over as it is to take the state of the one before.
// Name: HandsOver
#include "hands-over.inc"

static int32_t restore(void *context, component_call *call) {
  (void)context;
  (void)call;
  *(volatile int *)8 = 1;
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) { return offer_counting(host, registration, "HandsOver", save_count, restore); }
