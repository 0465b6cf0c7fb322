// It replies with a list that contains itself.
#include "fixture.h"

static component_value list;

static int32_t run(void *context, component_call *call) {
  (void)context;
  list = (component_value){.kind = COMPONENT_KIND_LIST, .as = {.items = &list}, .count = 1};
  return call->host->reply(call, &list);
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "EndlessReply", run); }
