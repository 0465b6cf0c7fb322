// For fixtures that call: one call without parameters, whose outcome becomes the outcome of the own call.

#ifndef ASKS_H
#define ASKS_H

#include "fixture.h"

static inline void pass_on(void *context, const component_value *reply, const component_failure *failure) {
  component_call *call = context;
  if (reply) {
    call->host->reply(call, reply);
  } else {
    call->host->fail(call, failure);
  }
}

static inline int32_t ask(component_call *call, const char *target, const char *action) {
  component_request request = {COMPONENT_HEAD(component_request), .target = text(target), .action = text(action),
                               .ended = pass_on, .context = call};
  return call->host->call(call->host, &request);
}

#endif
