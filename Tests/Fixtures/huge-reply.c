// It replies with a text of 64 MB: that works.
#include "fixture.h"

#include <stdlib.h>

static int32_t run(void *context, component_call *call) {
  (void)context;
  size_t length = (size_t)64 << 20;
  char *bytes = malloc(length);
  if (!bytes) return COMPONENT_FAILURE_FAILED;
  memset(bytes, 'x', length);
  int32_t result = reply_text(call, (component_text){bytes, length});
  free(bytes);
  return result;
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "HugeReply", run); }
