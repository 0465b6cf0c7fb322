// The name of its second action is one byte longer than names may be; that of the first is as long as they may be.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  char name[COMPONENT_NAME_LIMIT + 2] = {0};
  memset(name, 'a', COMPONENT_NAME_LIMIT);
  offer(host, registration, "LongName", run_ok);
  add_action(host, registration, "LongName", name, run_ok);
  name[COMPONENT_NAME_LIMIT] = 'a';
  return add_action(host, registration, "LongName", name, run_ok);
}
