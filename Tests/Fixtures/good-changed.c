// Nothing is wrong with this one either: it is what replaces Good.
// Name: Good
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return reply_text(call, TEXT("changed"));
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "Good", run); }
