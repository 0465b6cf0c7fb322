// A parameter's name begins with a digit.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer_described(host, registration, "InvalidParameterName", "(2nd: int)", ""); }
