// It needs a library beside it whose file's name is of the form of a component's: libhelper.so.
// Library: helper -Wl,-soname,libhelper.so
#include "beside.inc"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "BesideHelper", run); }
