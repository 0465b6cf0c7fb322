// It counts its calls in a variable of its own: a fresh copy of it begins anew.
#include "fixture.h"

#include <stdatomic.h>

static atomic_int count;

static int32_t run(void *context, component_call *call) {
  (void)context;
  return reply_int(call, atomic_fetch_add(&count, 1) + 1);
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "Counts", run); }
