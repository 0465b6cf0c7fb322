// It owns a port and a log, and does not hand them over.
// Name: Owns
// Flags: -pthread
#define VERSION "4"
#include "owns.inc"

COMPONENT_REGISTER(host, registration) { return offer_owning(host, registration, NULL, NULL); }
