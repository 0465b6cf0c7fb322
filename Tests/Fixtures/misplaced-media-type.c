// Its action replies with an int, and says what its texts are.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  return offer_typed(host, registration, "MisplacedMediaType", "() -> int", "text/csv");
}
