// Its action writes where nothing is.
#include "fixture.h"

static int32_t run_into_nothing(void *context, component_call *call) {
  (void)context;
  (void)call;
  *(volatile int *)8 = 1;
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "Crashes", run_into_nothing); }
