// Its action never returns; it leaves a mark when it begins.
#include "marks.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  mark("running");
  do pause();
  while (call);
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "NeverReturns", run); }
