// It says that its library lies in a folder of the current one.
// Library: beside -Wl,-soname,libbeside.so.1
// Flags: -Wl,-rpath,elsewhere
#include "beside.inc"

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "BesideRelative", run); }
