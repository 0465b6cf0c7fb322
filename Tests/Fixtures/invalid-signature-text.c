// Its signature is not UTF-8.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  return offer_described(host, registration, "InvalidSignatureText", "(id: \xFF)", "");
}
