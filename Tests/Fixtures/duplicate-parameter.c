// Its signature has a parameter twice.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer_described(host, registration, "DuplicateParameter", "(id: int, id: text)", ""); }
