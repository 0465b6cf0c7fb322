// It needs Good in a version that nobody has, and calls it.
#include "asks.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return ask(call, "Good", "run");
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "NeedsNewer");
  component_need need = {COMPONENT_HEAD(component_need), .name = TEXT("Good"), .minimum = {1, 2, 3}};
  host->add_need(registration, &need);
  add_target(host, registration, "NeedsNewer");
  return add_action(host, registration, "NeedsNewer", "run", run);
}
