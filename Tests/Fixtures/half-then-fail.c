// It registers one good target with its action, then fails.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "HalfThenFail", run_ok);
  host->explain(registration, TEXT("changed my mind"));
  return COMPONENT_FAILURE_FAILED;
}
