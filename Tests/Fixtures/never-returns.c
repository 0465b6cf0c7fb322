// Its action never returns.
#include "fixture.h"

#include <unistd.h>

static int32_t run(void *context, component_call *call) {
  (void)context, (void)call;
  do pause();
  while (call);
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "NeverReturns", run); }
