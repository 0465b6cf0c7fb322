// It needs a library beside it that needs another one beside it.
// Library: beside -Wl,-soname,libbeside.so.1
// Library: chain -Wl,-soname,libchain.so.1 -l:libbeside.so.1
#include "fixture.h"

extern int64_t chain(void);

static int32_t run(void *context, component_call *call) {
  (void)context;
  return reply_int(call, chain());
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "BesideChain", run); }
