// Its second target is refused; it goes on as if nothing had happened and returns success.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "IgnoresRefusal", run_ok);
  add_target(host, registration, "Other");
  add_action(host, registration, "IgnoresRefusal", "more", run_ok);
  return COMPONENT_OK;
}
