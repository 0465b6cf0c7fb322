// The name of its action has a space in it.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "InvalidName", run_ok);
  return add_action(host, registration, "InvalidName", "show detail", run_ok);
}
