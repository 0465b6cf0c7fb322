// It declares an event of another component.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "ForeignEvent", run_ok);
  component_event event = {COMPONENT_HEAD(component_event), .name = TEXT("Reader.turned")};
  return host->add_event(registration, &event);
}
