// Its signature has no end.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer_described(host, registration, "UnreadableSignature", "(id: int", ""); }
