// It needs a library beside it, and brings another one of the same name.
// Library: other -Wl,-soname,libbeside.so.1
#include "beside.inc"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "BesideOther", run); }
