// The name of its action is empty.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "EmptyName", run_ok);
  return add_action(host, registration, "EmptyName", "", run_ok);
}
