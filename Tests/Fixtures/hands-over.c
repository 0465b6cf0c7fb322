// It hands its count over to the next generation.
#include "hands-over.inc"

COMPONENT_REGISTER(host, registration) {
  return offer_counting(host, registration, "HandsOver", save_count, restore_count);
}
