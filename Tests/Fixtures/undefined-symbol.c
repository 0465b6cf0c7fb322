// It calls a function that no library has.
// Flags: -Wl,-z,lazy
#include "fixture.h"

extern void nowhere_to_be_found(void);

static int32_t run(void *context, component_call *call) {
  nowhere_to_be_found();
  return run_ok(context, call);
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "UndefinedSymbol", run); }
