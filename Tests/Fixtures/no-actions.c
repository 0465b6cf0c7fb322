// It registers no action at all.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "NoActions");
  return COMPONENT_OK;
}
