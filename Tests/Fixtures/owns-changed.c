// It is the next version of what owns a port and a log.
// Name: Owns
// Flags: -pthread
#define VERSION "2"
#include "owns.inc"

COMPONENT_REGISTER(host, registration) { return offer_owning(host, registration, save, restore); }
