// Its 2,500 actions are open to callers from outside: that works.
#include "fixture.h"

#include <stdio.h>

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "ManyTools");
  add_target(host, registration, "ManyTools");
  for (int i = 0; i < 2500; i++) {
    char name[16];
    snprintf(name, sizeof name, "run%04d", i);
    component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("ManyTools"), .name = text(name),
                               .summary = TEXT("A tool"), .run = run_ok, .flags = COMPONENT_ACTION_REMOTE};
    host->add_action(registration, &action);
  }
  return COMPONENT_OK;
}
