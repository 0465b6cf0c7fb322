// It needs CircleTwo, which needs it.
#include "starts.inc"

COMPONENT_REGISTER(host, registration) {
  return offer_starting(host, registration, "CircleOne", "CircleTwo", note_start);
}
