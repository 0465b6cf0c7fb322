// It adds an action to a target that it has not registered.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "ForeignAction", run_ok);
  return add_action(host, registration, "Reader", "open", run_ok);
}
