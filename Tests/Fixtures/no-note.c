// It carries no note.
#include "fixture.h"

#undef COMPONENT_NOTE
#define COMPONENT_NOTE

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "NoNote", run_ok); }
