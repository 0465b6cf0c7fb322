// It needs a library that is nowhere: the test leaves it out.
// Library: beside -Wl,-soname,libgone.so.1
#include "beside.inc"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "MissingLibrary", run); }
