// It has a target below its name, and none of its name itself.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "OnlyBelow");
  add_target(host, registration, "OnlyBelow.Cellar");
  return add_action(host, registration, "OnlyBelow.Cellar", "run", run_ok);
}
