// The name of its action would colour the terminal.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "ControlName", run_ok);
  return add_action(host, registration, "ControlName", "\033[31mred\n", run_ok);
}
