// It declares more needs than a registration from another process may say things.
#include "fixture.h"

#include <stdio.h>

COMPONENT_REGISTER(host, registration) {
  int32_t status = offer(host, registration, "ManyNeeds", run_ok);
  for (int i = 0; i < 70000; i++) {
    char name[16];
    snprintf(name, sizeof name, "Need%d", i);
    component_need need = {COMPONENT_HEAD(component_need), .name = text(name), .flags = COMPONENT_NEED_OPTIONAL};
    host->add_need(registration, &need);
  }
  return status;
}
