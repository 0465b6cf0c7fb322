// Its note is garbage: it claims a description far beyond its end.
#include "fixture.h"

#undef COMPONENT_NOTE
#define COMPONENT_NOTE                                                                                                 \
  static const uint32_t garbage_note[8] __attribute__((used, section(COMPONENT_NOTE_SECTION), aligned(4))) = {         \
      10, 0xfffffff0u, COMPONENT_NOTE_TYPE, 0x706d6f43u, 0x6e656e6fu, 0x74, COMPONENT_ABI_VERSION, 1};

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "GarbageNote", run_ok); }
