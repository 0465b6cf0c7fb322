// Its action has no function.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "NoFunction");
  add_target(host, registration, "NoFunction");
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("NoFunction"), .name = TEXT("run")};
  return host->add_action(registration, &action);
}
