// A component whose own name is one of Swift's mediator.

#include "component_author.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  return component_reply_text(call, component_text_of("call.run"));
}

static const component_row rows[] = {{"run", "() -> text", "", run, NULL, 0, NULL}};

COMPONENT_REGISTER(host, registration) {
  int32_t status = component_describe(host, registration, "call", "", 1, 0, 0);
  if (status == COMPONENT_OK) status = component_add_target(host, registration, "call", "", 0);
  if (status == COMPONENT_OK) status = component_add_actions(host, registration, "call", rows, COMPONENT_COUNT(rows));
  return status;
}
