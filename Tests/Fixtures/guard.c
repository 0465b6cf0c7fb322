// An interceptor: refuses what has a parameter "stop", lets everything else pass, and turns replies that are texts round.
#include "fixture.h"

static void turn_round(void *context, const component_value *reply, const component_failure *failure) {
  component_call *call = context;
  if (failure) {
    call->host->fail(call, failure);
    return;
  }
  char bytes[256];
  size_t count = reply->kind == COMPONENT_KIND_TEXT ? reply->count : 0;
  if (count == 0 || count > sizeof bytes) {
    call->host->reply(call, reply);
    return;
  }
  for (size_t i = 0; i < count; i++) bytes[i] = reply->as.text[count - 1 - i];
  reply_text(call, (component_text){bytes, count});
}

static int32_t intercept(void *context, component_call *call) {
  (void)context;
  const component_value *parameters = find(call, "parameters");
  const component_value *proceed = find(call, "proceed");
  for (size_t i = 0; i < parameters->count; i++) {
    component_text key = parameters->as.entries[i].key;
    if (key.length == 4 && memcmp(key.bytes, "stop", 4) == 0) {
      return fail(call, COMPONENT_FAILURE_DENIED, "stopped", "the guard says no");
    }
  }
  component_request request = {COMPONENT_HEAD(component_request), .target = TEXT("proceed"), .action = TEXT("proceed"),
                               .ended = turn_round, .context = call};
  return call->host->invoke(call->host, proceed->as.function, &request);
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "Guard");
  add_target(host, registration, "Guard");
  return add_action(host, registration, "Guard", "intercept", intercept);
}
