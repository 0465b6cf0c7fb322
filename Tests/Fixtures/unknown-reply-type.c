// Its reply is of a type that it does not define.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer_described(host, registration, "UnknownReplyType", "(id: int) -> Detail", ""); }
