// Its signature names a type that there is not.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer_described(host, registration, "UnknownType", "(id: integer)", ""); }
