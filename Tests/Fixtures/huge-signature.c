// Its signature is longer than any may be.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  static char signature[20000];
  memset(signature, ' ', sizeof signature - 1);
  return offer_described(host, registration, "HugeSignature", signature, "");
}
