// Its structs are larger than the contract's, as those of a later contract may be: that works.
#include "fixture.h"

struct larger {
  component_action action;
  uint64_t more[4];
};

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "LargeStruct");
  add_target(host, registration, "LargeStruct");
  struct larger larger = {
      .action = {COMPONENT_ABI_VERSION, sizeof larger, .target = TEXT("LargeStruct"), .name = TEXT("run"), .run = run_ok},
      .more = {1, 2, 3, 4}};
  return host->add_action(registration, &larger.action);
}
