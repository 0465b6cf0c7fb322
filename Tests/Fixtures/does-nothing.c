// Its register does nothing and returns success.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  (void)host, (void)registration;
  return COMPONENT_OK;
}
