// Its start says so.
#include "starts.inc"

COMPONENT_REGISTER(host, registration) {
  return offer_starting(host, registration, "StartsFirst", NULL, note_start);
}
