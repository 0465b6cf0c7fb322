// It registers the target of another component.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "ForeignTarget", run_ok);
  return add_target(host, registration, "Reader.Settings");
}
