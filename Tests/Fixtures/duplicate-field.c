// A type has a field twice.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer_described(host, registration, "DuplicateField", "() -> Detail", "");
  return add_type(host, registration, "Detail", "{id: int, id: text}");
}
