// Its target takes one call at a time: the reply says whether ever two ran at once.
#include "fixture.h"

#include <stdatomic.h>
#include <unistd.h>

static atomic_int running, overlaps;

static int32_t run(void *context, component_call *call) {
  (void)context;
  if (atomic_fetch_add(&running, 1) > 0) atomic_fetch_add(&overlaps, 1);
  usleep(500);
  atomic_fetch_sub(&running, 1);
  return reply_int(call, atomic_load(&overlaps));
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "Serial");
  component_target target = {COMPONENT_HEAD(component_target), .name = TEXT("Serial"), .summary = TEXT("One at a time"),
                             .flags = COMPONENT_TARGET_SERIAL};
  host->add_target(registration, &target);
  return add_action(host, registration, "Serial", "run", run);
}
