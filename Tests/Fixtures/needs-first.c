// It asks Serves in its first major version, wherever that is, and can do without.
#include "asks.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return ask(call, "Serves", "look");
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "NeedsFirst");
  component_need need = {COMPONENT_HEAD(component_need), .name = TEXT("Serves"), .minimum = {1, 0, 0},
                         .flags = COMPONENT_NEED_OPTIONAL};
  host->add_need(registration, &need);
  add_target(host, registration, "NeedsFirst");
  return add_action(host, registration, "NeedsFirst", "run", run);
}
