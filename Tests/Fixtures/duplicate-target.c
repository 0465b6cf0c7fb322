// It registers the same target twice.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "DuplicateTarget", run_ok);
  return add_target(host, registration, "DuplicateTarget");
}
