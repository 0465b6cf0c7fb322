// A type has a field of a type that there is not.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer_described(host, registration, "UnknownFieldType", "() -> Detail", "");
  return add_type(host, registration, "Detail", "{id: int, part: Part}");
}
