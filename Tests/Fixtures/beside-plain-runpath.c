// It needs a library beside it that has no SONAME, and says that it lies there.
// Library: beside
// Flags: -Wl,-rpath,$ORIGIN
#include "beside.inc"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "BesidePlainRunpath", run); }
