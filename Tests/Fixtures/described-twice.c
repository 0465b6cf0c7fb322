// It describes itself twice.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "DescribedTwice", run_ok);
  return describe(host, registration, "DescribedTwice");
}
