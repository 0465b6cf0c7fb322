// It registers ten thousand actions.
#include "fixture.h"

#include <stdio.h>

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "TenThousandActions", run_ok);
  for (int i = 1; i < 10000; i++) {
    char name[16];
    snprintf(name, sizeof name, "run%d", i);
    add_action(host, registration, "TenThousandActions", name, run_ok);
  }
  return COMPONENT_OK;
}
