// The name of its action is not valid UTF-8.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "InvalidUtf8", run_ok);
  return add_action(host, registration, "InvalidUtf8", "caf\xe9", run_ok);
}
