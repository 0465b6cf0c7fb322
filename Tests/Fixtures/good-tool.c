// Its one action is open to callers from outside: that works.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "GoodTool");
  add_target(host, registration, "GoodTool");
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("GoodTool"), .name = TEXT("run"),
                             .summary = TEXT("A tool"), .run = run_ok, .flags = COMPONENT_ACTION_REMOTE};
  return host->add_action(registration, &action);
}
