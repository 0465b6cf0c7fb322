// A default is no JSON.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer_described(host, registration, "DefaultWithoutJson", "(page: int = first)", ""); }
