// Its action replies with the hints of its call.
#include "fixture.h"

static int32_t show(void *context, component_call *call) {
  (void)context;
  component_value hints = {.kind = COMPONENT_KIND_MAP, .as = {.entries = call->hints}, .count = call->hint_count};
  return call->host->reply(call, &hints);
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "Hints");
  add_target(host, registration, "Hints");
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("Hints"), .name = TEXT("show"),
                             .summary = TEXT("An action"), .run = show, .flags = COMPONENT_ACTION_REMOTE};
  host->add_action(registration, &action);
  return COMPONENT_OK;
}
