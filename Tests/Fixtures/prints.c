// Its action says something on the standard output, which is the host's alone.
#include "fixture.h"

#include <stdio.h>

static int32_t run(void *context, component_call *call) {
  (void)context;
  puts("from the component");
  fflush(stdout);
  return reply_text(call, TEXT("ok"));
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "Prints", run); }
