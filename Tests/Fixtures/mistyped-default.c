// A default is not of its parameter's type.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer_described(host, registration, "MistypedDefault", "(page: int = \"first\")", ""); }
