// It defines a type twice.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer_described(host, registration, "DuplicateType", "() -> Detail", "");
  add_type(host, registration, "Detail", "{id: int}");
  return add_type(host, registration, "Detail", "{id: int}");
}
