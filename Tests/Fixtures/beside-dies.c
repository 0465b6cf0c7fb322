// The library beside it ends the process while it is loaded.
// Library: dies
#include "beside.inc"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "BesideDies", run); }
