// It registers twenty thousand routes.
#include "fixture.h"

#include <stdio.h>

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "TwentyThousandRoutes", run_ok);
  for (int i = 0; i < 20000; i++) {
    char pattern[16];
    snprintf(pattern, sizeof pattern, "/run/%d", i);
    component_route route = {
        .abi = COMPONENT_ABI_VERSION, .size = sizeof route, .target = TEXT("TwentyThousandRoutes"),
        .pattern = text(pattern), .action = TEXT("run")};
    host->add_route(registration, &route);
  }
  return COMPONENT_OK;
}
