// It needs a component that is not there.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "NeedsMissing");
  component_need need = {COMPONENT_HEAD(component_need), .name = TEXT("Nowhere")};
  host->add_need(registration, &need);
  add_target(host, registration, "NeedsMissing");
  return add_action(host, registration, "NeedsMissing", "run", run_ok);
}
