// Tells the place in a trace that its calls have, by an action that is open and calls another one.
#include "asks.h"

static int32_t own(void *context, component_call *call) {
  (void)context;
  return reply_text(call, call->host->trace(call));
}

static int32_t below(void *context, component_call *call) {
  (void)context;
  return ask(call, "Traces", "own");
}

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "Traces", own);
  add_action(host, registration, "Traces", "own", own);
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("Traces"), .name = TEXT("below"),
                             .summary = TEXT("An action"), .run = below, .flags = COMPONENT_ACTION_REMOTE};
  return host->add_action(registration, &action);
}
