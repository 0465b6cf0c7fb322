// Its note has the right owner, but too short a description.
#include "fixture.h"

#undef COMPONENT_NOTE
#define COMPONENT_NOTE                                                                                                 \
  static const uint32_t short_note[7] __attribute__((used, section(COMPONENT_NOTE_SECTION), aligned(4))) = {           \
      10, 4, COMPONENT_NOTE_TYPE, 0x706d6f43u, 0x6e656e6fu, 0x74, COMPONENT_ABI_VERSION};

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "ShortNote", run_ok); }
