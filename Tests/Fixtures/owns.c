// It owns a port and a log, and hands both over.
// Name: Owns
// Flags: -pthread
#define VERSION "1"
#include "owns.inc"

COMPONENT_REGISTER(host, registration) { return offer_owning(host, registration, save, restore); }
