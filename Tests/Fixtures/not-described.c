// It adds a target before it has described itself.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return add_target(host, registration, "NotDescribed"); }
