// Its second target has no action.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "EmptyTarget", run_ok);
  return add_target(host, registration, "EmptyTarget.Sub");
}
