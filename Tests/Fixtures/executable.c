// It is an executable.
// Kind: -no-pie -rdynamic
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "Executable", run_ok); }

int main(void) { return 0; }
