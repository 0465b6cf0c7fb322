// It has a variable of a gigabyte.
#include "fixture.h"

char vast[1 << 30];

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "Vast", run_ok); }
