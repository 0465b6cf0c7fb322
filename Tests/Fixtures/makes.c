// Its targets have instances of each lifetime: an action replies with how often it was called on its own one, and "counts"
// with how many were made and destroyed.
#include "fixture.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_int made, destroyed;

static void *make(void *context) {
  (void)context;
  atomic_fetch_add(&made, 1);
  return calloc(1, sizeof(int));
}

static void destroy(void *context, void *instance) {
  (void)context;
  atomic_fetch_add(&destroyed, 1);
  free(instance);
}

static int32_t next(void *context, component_call *call) {
  (void)context;
  return reply_int(call, ++*(int *)call->instance);
}

static int32_t counts(void *context, component_call *call) {
  (void)context;
  return reply_int(call, atomic_load(&made) * 100 + atomic_load(&destroyed));
}

static void add(const component_host *host, component_registration *registration, const char *name, uint32_t flags) {
  component_target target = {COMPONENT_HEAD(component_target), .name = text(name), .summary = TEXT("A target"),
                             .flags = flags, .make = make, .destroy = destroy};
  host->add_target(registration, &target);
  add_action(host, registration, name, "next", next);
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "Makes");
  add(host, registration, "Makes.Kept", 0);
  add(host, registration, "Makes.Cached", COMPONENT_TARGET_CACHED);
  add(host, registration, "Makes.PerCall", COMPONENT_TARGET_PER_CALL);
  add(host, registration, "Makes.Serial", COMPONENT_TARGET_SERIAL);
  add_target(host, registration, "Makes");
  return add_action(host, registration, "Makes", "counts", counts);
}
