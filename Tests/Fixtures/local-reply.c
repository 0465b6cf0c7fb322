// It replies with an object, which can't be written down.
#include "fixture.h"

static void nothing(void *instance) { (void)instance; }

static int32_t run(void *context, component_call *call) {
  (void)context;
  static component_object object = {COMPONENT_HEAD(component_object), .type = {"Thing", 5}, .instance = &object,
                                    .retain = nothing, .release = nothing};
  component_value value = {.kind = COMPONENT_KIND_OBJECT, .as = {.object = &object}};
  return call->host->reply(call, &value);
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "LocalReply", run); }
