// Its note says a contract that does not exist yet.
#include "fixture.h"

#undef COMPONENT_NOTE
#define COMPONENT_NOTE                                                                                                 \
  static const component_note component_note_here                                                                      \
      __attribute__((used, section(COMPONENT_NOTE_SECTION), aligned(4))) = {                                           \
          10, 16, COMPONENT_NOTE_TYPE, COMPONENT_NOTE_OWNER, COMPONENT_ABI_VERSION + 1, COMPONENT_LANGUAGE_C, {0, 0}};

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "NewerAbi", run_ok); }
