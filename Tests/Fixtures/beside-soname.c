// It needs a library beside it that has a SONAME, and does not say where it lies.
// Library: beside -Wl,-soname,libbeside.so.1
#include "beside.inc"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "BesideSoname", run); }
