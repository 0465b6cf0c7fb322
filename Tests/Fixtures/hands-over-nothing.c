// It is a next generation that restores nothing.
// Name: HandsOver
#include "hands-over.inc"

COMPONENT_REGISTER(host, registration) { return offer_counting(host, registration, "HandsOver", save_count, NULL); }
