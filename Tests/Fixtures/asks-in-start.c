// Asks in its start what is there: another component, which is loaded for that, and then itself, which is just being started.
#include "fixture.h"

static int32_t start(void *context, component_call *call) {
  (void)context;
  const component_host *host = call->host;
  for (int count = 0; count < 50; ++count) {
    host->has(host, TEXT("Good"), TEXT("run"), COMPONENT_ASK_LOADING, NULL, NULL);
    host->can_open(host, TEXT("app://AsksInStart/run"), COMPONENT_ASK_LOADING, NULL, NULL);
    host->has(host, TEXT("AsksInStart"), TEXT("run"), COMPONENT_ASK_LOADING, NULL, NULL);
  }
  component_value nothing = {.kind = COMPONENT_KIND_NULL};
  return host->reply(call, &nothing);
}

COMPONENT_REGISTER(host, registration) {
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("AsksInStart"), .summary = TEXT("A fixture"),
                           .version = {1, 0, 0}, .start = start};
  host->describe(registration, &about);
  component_target target = {COMPONENT_HEAD(component_target), .name = TEXT("AsksInStart"), .summary = TEXT("")};
  host->add_target(registration, &target);
  return add_action(host, registration, "AsksInStart", "run", run_ok);
}
