// Its observer names no event.
#include "fixture.h"

static void heard(void *context, const component_notice *notice) { (void)context, (void)notice; }

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "ObservesNothing", run_ok);
  component_text none = TEXT("");
  component_observer observer = {COMPONENT_HEAD(component_observer), .events = &none, .heard = heard};
  return host->add_observer(registration, &observer);
}
