// What the floors call: the least that can be on the other side of a library's border.
#include "component_author.h"

int64_t leaf(int64_t number) { return number + 1; }

// The same as an action of the contract.
int32_t leaf_action(void *context, component_call *call) {
  int64_t number;
  (void)context;
  if (!component_int_parameter(call, "id", &number)) return COMPONENT_OK;
  return component_reply_int(call, number + 1);
}
