// A type contains itself, so that no value of it could ever end.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer_described(host, registration, "EndlessType", "() -> Detail", "");
  return add_type(host, registration, "Detail", "{id: int, next: Detail}");
}
