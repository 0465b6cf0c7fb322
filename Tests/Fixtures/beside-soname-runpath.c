// It needs a library beside it that has a SONAME, and says that it lies there.
// Library: beside -Wl,-soname,libbeside.so.1
// Flags: -Wl,-rpath,$ORIGIN
#include "beside.inc"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "BesideSonameRunpath", run); }
