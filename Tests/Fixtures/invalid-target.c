// The name of its second target leads out of the folder.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "InvalidTarget", run_ok);
  return add_target(host, registration, "InvalidTarget.../x");
}
