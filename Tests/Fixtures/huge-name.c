// The name of its action is a megabyte long.
#include "fixture.h"

static char name[1 << 20];

COMPONENT_REGISTER(host, registration) {
  memset(name, 'a', sizeof name - 1);
  offer(host, registration, "HugeName", run_ok);
  return add_action(host, registration, "HugeName", name, run_ok);
}
