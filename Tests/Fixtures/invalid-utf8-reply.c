// It replies with a text that is not valid UTF-8.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return reply_text(call, TEXT("\xed\xa0\x80"));
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "InvalidUtf8Reply", run); }
