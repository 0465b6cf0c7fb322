// Its note says contract 0.
#include "fixture.h"

#undef COMPONENT_NOTE
#define COMPONENT_NOTE                                                                                                 \
  static const component_note component_note_here                                                                      \
      __attribute__((used, section(COMPONENT_NOTE_SECTION), aligned(4))) = {                                           \
          10, 16, COMPONENT_NOTE_TYPE, COMPONENT_NOTE_OWNER, 0, COMPONENT_LANGUAGE_C, {0, 0}};

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "OlderAbi", run_ok); }
