// Its register returns a failure without a word.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  (void)host, (void)registration;
  return -7;
}
