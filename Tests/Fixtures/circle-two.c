// It needs CircleOne, which needs it.
#include "starts.inc"

COMPONENT_REGISTER(host, registration) {
  return offer_starting(host, registration, "CircleTwo", "CircleOne", note_start);
}
