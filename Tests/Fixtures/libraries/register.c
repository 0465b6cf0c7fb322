// The library of register-in-dependency: it exports register, but is no component.
#include "../fixture.h"

int32_t of_the_library(void);
int32_t of_the_library(void) { return 1; }

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "RegisterInDependency", run_ok); }
