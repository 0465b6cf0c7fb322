// The summary of its action has a length but no bytes.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "MissingText", run_ok);
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("MissingText"), .name = TEXT("more"),
                             .summary = {NULL, 5}, .run = run_ok};
  return host->add_action(registration, &action);
}
