// It is an object file, not yet linked.
// Kind: -c
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "Object", run_ok); }

int main(void) { return 0; }
