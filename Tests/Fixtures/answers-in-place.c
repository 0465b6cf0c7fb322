// An interceptor that lets nothing pass, and answers each call with a text.
#include "fixture.h"

static int32_t intercept(void *context, component_call *call) {
  (void)context;
  return reply_text(call, TEXT("from the interceptor"));
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "AnswersInPlace");
  add_target(host, registration, "AnswersInPlace");
  return add_action(host, registration, "AnswersInPlace", "intercept", intercept);
}
