// The name of a type begins with a lower-case letter.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer_described(host, registration, "InvalidTypeName", "()", "");
  return add_type(host, registration, "detail", "{id: int}");
}
