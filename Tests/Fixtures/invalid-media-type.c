// The media type of its action is none.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  return offer_typed(host, registration, "InvalidMediaType", "() -> text", "text csv");
}
