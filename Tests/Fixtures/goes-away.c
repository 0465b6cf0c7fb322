// It changes the current folder of the whole process, and then calls a neighbour that is not loaded yet.
#include "asks.h"

#include <unistd.h>

static int32_t run(void *context, component_call *call) {
  (void)context;
  if (chdir("/") != 0) return fail(call, COMPONENT_FAILURE_FAILED, "no_folder", "there is no other folder");
  return ask(call, "Good", "run");
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "GoesAway", run); }
