// It declares an event that holds what lives in one process only.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "LocalEvent", run_ok);
  component_event event = {COMPONENT_HEAD(component_event), .name = TEXT("LocalEvent.seen"), .type = TEXT("{what: object}")};
  return host->add_event(registration, &event);
}
