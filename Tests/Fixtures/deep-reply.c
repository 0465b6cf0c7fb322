// It replies with lists nested 200 deep.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_value lists[200] = {{.kind = COMPONENT_KIND_LIST}};
  for (int i = 1; i < 200; i++) {
    lists[i] = (component_value){.kind = COMPONENT_KIND_LIST, .as = {.items = &lists[i - 1]}, .count = 1};
  }
  return call->host->reply(call, &lists[199]);
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "DeepReply", run); }
