// Its register is there, but hidden.
#include "fixture.h"

COMPONENT_NOTE
__attribute__((visibility("hidden"))) int32_t hidden(const component_host *host, component_registration *registration)
    __asm__("register");
int32_t hidden(const component_host *host, component_registration *registration) {
  return offer(host, registration, "HiddenRegister", run_ok);
}
