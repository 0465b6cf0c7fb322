// It explains a parameter that its action does not have.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) { return offer_described(host, registration, "NotesOnNothing", "(id: int)", "ids: the numbers"); }
