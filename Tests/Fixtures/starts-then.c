// It needs StartsFirst, which starts before it.
#include "starts.inc"

COMPONENT_REGISTER(host, registration) {
  return offer_starting(host, registration, "StartsThen", "StartsFirst", note_start);
}
