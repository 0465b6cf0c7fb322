// It replies with a text of NULs and of characters of every Unicode plane: that works.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  char bytes[100] = {'a', 0, 'b'};
  size_t length = 3;
  for (uint32_t plane = 0; plane <= 16; plane++) {
    uint32_t scalar = plane << 16 | 0xfffd;
    if (plane == 0) {
      memcpy(bytes + length, "\xef\xbf\xbd", 3);
      length += 3;
    } else {
      bytes[length++] = (char)(0xf0 | scalar >> 18);
      bytes[length++] = (char)(0x80 | (scalar >> 12 & 0x3f));
      bytes[length++] = (char)(0x80 | (scalar >> 6 & 0x3f));
      bytes[length++] = (char)(0x80 | (scalar & 0x3f));
    }
  }
  return reply_text(call, (component_text){bytes, length});
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "OddTexts", run); }
