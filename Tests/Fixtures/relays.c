// Its actions, which are open to callers from outside, call a neighbour that may be on another host, or nowhere.
#include "asks.h"

static int32_t relay(void *context, component_call *call) { return ask(call, context, "await"); }

static int32_t look(void *context, component_call *call) { return ask(call, context, "look"); }

// What it asks for takes its time.
static int32_t nap(void *context, component_call *call) {
  (void)context;
  component_entry time = {.key = TEXT("milliseconds"), .value = {.kind = COMPONENT_KIND_INT, .as = {.integer = 1500}}};
  component_request request = {COMPONENT_HEAD(component_request), .target = TEXT("Serves"), .action = TEXT("nap"),
                               .parameters = &time, .parameter_count = 1, .ended = pass_on, .context = call};
  return call->host->call(call->host, &request);
}

// It passes on the hints of its own call.
static int32_t hints(void *context, component_call *call) {
  component_request request = {COMPONENT_HEAD(component_request), .target = text(context), .action = TEXT("show"),
                               .ended = pass_on, .context = call};
  request.hints = call->hints;
  request.hint_count = call->hint_count;
  return call->host->call(call->host, &request);
}

static void action(const component_host *host, component_registration *registration, const char *name,
                   component_run run, const char *neighbour) {
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("Relays"), .name = text(name),
                             .summary = TEXT("An action"), .run = run, .context = (void *)neighbour,
                             .flags = COMPONENT_ACTION_REMOTE};
  host->add_action(registration, &action);
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "Relays");
  add_target(host, registration, "Relays");
  action(host, registration, "look", look, "Serves");
  action(host, registration, "relay", relay, "Serves");
  action(host, registration, "nap", nap, NULL);
  action(host, registration, "away", look, "Away");
  action(host, registration, "hints", hints, "Hints");
  return COMPONENT_OK;
}
