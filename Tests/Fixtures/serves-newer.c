// Serves in its next major version, in which it says something else.
// Name: Serves
#include "fixture.h"

static int32_t look(void *context, component_call *call) {
  (void)context;
  return reply_int(call, 200);
}

COMPONENT_REGISTER(host, registration) {
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("Serves"), .summary = TEXT("A fixture"),
                           .version = {2, 1, 0}};
  host->describe(registration, &about);
  add_target(host, registration, "Serves");
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("Serves"), .name = TEXT("look"),
                             .summary = TEXT("An action"), .run = look, .flags = COMPONENT_ACTION_REMOTE};
  return host->add_action(registration, &action);
}
