// Its types contain themselves, in the ways that are allowed.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer_described(host, registration, "RecursiveType", "(tree: Tree? = null) -> Tree", "tree: any tree");
  add_type(host, registration, "Tree", "{name: text, children: [Tree], parent: Node?, named: [text: Tree]}");
  return add_type(host, registration, "Node", "{tree: Tree?}");
}
