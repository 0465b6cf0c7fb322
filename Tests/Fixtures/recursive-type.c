// Its types contain themselves, in the ways that are allowed.
#include "fixture.h"

static int32_t echo(void *context, component_call *call) {
  (void)context;
  return call->host->reply(call, &call->parameters[0].value);
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "RecursiveType");
  add_target(host, registration, "RecursiveType");
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("RecursiveType"), .name = TEXT("run"),
                             .run = echo, .signature = TEXT("(tree: Tree? = null) -> Tree"),
                             .parameter_notes = TEXT("tree: any tree")};
  host->add_action(registration, &action);
  add_type(host, registration, "Tree", "{name: text, children: [Tree], parent: Node?, named: [text: Tree]}");
  return add_type(host, registration, "Node", "{tree: Tree?}");
}
