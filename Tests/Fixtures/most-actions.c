// It registers as many actions as are allowed: that works.
#include "fixture.h"

#include <stdio.h>

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "MostActions", run_ok);
  for (int i = 1; i < COMPONENT_ACTION_LIMIT; i++) {
    char name[16];
    snprintf(name, sizeof name, "run%d", i);
    add_action(host, registration, "MostActions", name, run_ok);
  }
  return COMPONENT_OK;
}
