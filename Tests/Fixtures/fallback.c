// The component that answers for whatever is missing.
// Name: NotFound
#include "fixture.h"

#include <stdio.h>

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_text reason = parameter(call, "reason"), target = parameter(call, "target"),
                 action = parameter(call, "action");
  char words[200];
  snprintf(words, sizeof words, "%.*s: %.*s.%.*s", (int)reason.length, reason.bytes, (int)target.length, target.bytes,
           (int)action.length, action.bytes);
  return reply_text(call, text(words));
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "NotFound");
  add_target(host, registration, "NotFound");
  return add_action(host, registration, "NotFound", "notFound", run);
}
