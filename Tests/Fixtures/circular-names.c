// Two types are only names for each other.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  offer_described(host, registration, "CircularNames", "() -> Detail", "");
  add_type(host, registration, "Detail", "Other");
  return add_type(host, registration, "Other", "Detail");
}
