// It is an executable that can lie anywhere in memory, which looks much like a shared library.
// Kind: -pie -rdynamic
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "PositionIndependentExecutable", run_ok); }

int main(void) { return 0; }
