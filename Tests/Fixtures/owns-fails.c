// It is a version of what owns a port and a log that fails once it has both.
// Name: Owns
// Flags: -pthread
#define VERSION "3"
#define FAILS
#include "owns.inc"

COMPONENT_REGISTER(host, registration) { return offer_owning(host, registration, save, restore); }
