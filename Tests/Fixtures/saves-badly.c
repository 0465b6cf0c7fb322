// The state that it saves can't cross the border.
#include "hands-over.inc"

static int32_t save(void *context, component_call *call) {
  (void)context;
  return reply_text(call, TEXT("\xff"));
}

COMPONENT_REGISTER(host, registration) { return offer_counting(host, registration, "SavesBadly", save, restore_count); }
