// Its action throws, and nobody catches it.
#include "component.h"

#include <stdexcept>

static int32_t run(void *, component_call *) { throw std::runtime_error("nobody catches this"); }

COMPONENT_REGISTER(host, registration) {
  component_about about{};
  about.abi = COMPONENT_ABI_VERSION;
  about.size = sizeof about;
  about.name = {"Throws", 6};
  host->describe(registration, &about);
  component_target target{};
  target.abi = COMPONENT_ABI_VERSION;
  target.size = sizeof target;
  target.name = {"Throws", 6};
  host->add_target(registration, &target);
  component_action action{};
  action.abi = COMPONENT_ABI_VERSION;
  action.size = sizeof action;
  action.target = {"Throws", 6};
  action.name = {"run", 3};
  action.run = run;
  return host->add_action(registration, &action);
}
