// Opens a URL and a map key with a request whose names and parameters are not looked at, and are wrong.
#include "asks.h"

static component_request careless(component_call *call) {
  static const component_entry broken = {.key = {"\xff", 1}, .value = {.kind = 99}};
  component_request request = {COMPONENT_HEAD(component_request), .ended = pass_on, .context = call};
  request.target = (component_text){"\xff\xfe", 2};
  request.action = request.target;
  request.parameters = &broken;
  request.parameter_count = 1;
  request.hints = &broken;
  request.hint_count = 1;
  return request;
}

static int32_t reached(void *context, component_call *call) {
  (void)context;
  return reply_text(call, TEXT("reached"));
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_request request = careless(call);
  return call->host->open(call->host, TEXT("app://OpensCarelessly/reached"), &request);
}

static int32_t key(void *context, component_call *call) {
  (void)context;
  component_request request = careless(call);
  request.parameter_count = 0;
  request.hint_count = 0;
  return call->host->open_key(call->host, TEXT("OpensCarelessly_it"), &request);
}

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "OpensCarelessly", run);
  add_action(host, registration, "OpensCarelessly", "key", key);
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("OpensCarelessly"),
                             .name = TEXT("reached"), .summary = TEXT("An action"), .run = reached,
                             .flags = COMPONENT_ACTION_REMOTE};
  int32_t added = host->add_action(registration, &action);
  if (added != COMPONENT_OK) return added;
  component_key it = {COMPONENT_HEAD(component_key), .key = TEXT("it"), .target = TEXT("OpensCarelessly"),
                      .action = TEXT("reached")};
  return host->add_key(registration, &it);
}
