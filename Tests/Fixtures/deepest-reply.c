// It replies with lists nested as deep as they may be: that works.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_value lists[COMPONENT_DEPTH_LIMIT] = {{.kind = COMPONENT_KIND_LIST}};
  for (int i = 1; i < COMPONENT_DEPTH_LIMIT; i++) {
    lists[i] = (component_value){.kind = COMPONENT_KIND_LIST, .as = {.items = &lists[i - 1]}, .count = 1};
  }
  return call->host->reply(call, &lists[COMPONENT_DEPTH_LIMIT - 1]);
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "DeepestReply", run); }
