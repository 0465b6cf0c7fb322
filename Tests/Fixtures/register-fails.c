// Its register returns a failure and explains it.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  host->explain(registration, TEXT("the license file is missing"));
  return COMPONENT_FAILURE_DENIED;
}
