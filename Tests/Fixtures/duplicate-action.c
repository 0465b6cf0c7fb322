// It registers the same action twice.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "DuplicateAction", run_ok);
  return add_action(host, registration, "DuplicateAction", "run", run_ok);
}
