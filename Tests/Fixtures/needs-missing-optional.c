// It likes a component that is not there, but can do without: that works.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "NeedsMissingOptional");
  component_need need = {COMPONENT_HEAD(component_need), .name = TEXT("Nowhere"), .flags = COMPONENT_NEED_OPTIONAL};
  host->add_need(registration, &need);
  add_target(host, registration, "NeedsMissingOptional");
  return add_action(host, registration, "NeedsMissingOptional", "run", run_ok);
}
