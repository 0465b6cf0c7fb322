// It has the name that needs-missing-optional looks for: that works.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "Nowhere", run_ok); }
