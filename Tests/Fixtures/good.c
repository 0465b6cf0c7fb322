// Nothing is wrong with this one: it shows that the host lives.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "Good", run_ok); }
