// It says another name than its file does.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "SomethingElse", run_ok); }
