// A default is none of the texts that there are.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer_described(host, registration, "MistypedEnumDefault", "(kind: \"a\" | \"b\" = \"c\")", ""); }
