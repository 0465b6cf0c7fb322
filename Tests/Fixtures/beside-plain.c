// It needs a library beside it that has no SONAME, and does not say where it lies.
// Library: beside
#include "beside.inc"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "BesidePlain", run); }
