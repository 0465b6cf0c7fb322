// It describes itself with a struct that ends in its middle.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  component_about about = {.abi = COMPONENT_ABI_VERSION, .size = 24, .name = TEXT("SmallStruct")};
  return host->describe(registration, &about);
}
