// A component whose targets make instances: one that is kept, and one for each call.

#include "component_author.h"

static int made, destroyed;

static void *make(void *context) {
  (void)context;
  made++;
  return &made;
}

static void destroy(void *context, void *instance) {
  (void)context, (void)instance;
  destroyed++;
}

static void *make_nothing(void *context) {
  (void)context;
  return NULL;
}

// How many were made, and how many of them destroyed.
static int32_t count(void *context, component_call *call) {
  (void)context;
  if (call->instance != &made) return COMPONENT_FAILURE_FAILED;
  const component_value counts[] = {component_int(made), component_int(destroyed)};
  return component_reply_list(call, counts, 2);
}

// Lets go of the instance that the call is in.
static int32_t drop(void *context, component_call *call) {
  component_text target = call->target;
  int32_t code = call->host->release_instance(call->host, target, NULL, NULL);
  return code == COMPONENT_OK ? count(context, call) : component_fail(call, code, "not_dropped", "there is none");
}

static const component_row rows[] = {{"count", "() -> [int]", "Counts instances", count, NULL, 0, NULL},
                                     {"drop", "() -> [int]", "Lets go of its own", drop, NULL, 0, NULL}};

static int32_t add(const component_host *host, component_registration *registration, const char *name, uint32_t flags,
                   void *(*make)(void *context)) {
  component_target target = COMPONENT_ZERO;
  target.abi = COMPONENT_ABI_VERSION;
  target.size = (uint32_t)sizeof(target);
  target.name = component_text_of(name);
  target.flags = flags;
  target.make = make;
  target.destroy = destroy;
  int32_t status = host->add_target(registration, &target);
  return status == COMPONENT_OK ? component_add_actions(host, registration, name, rows, 2) : status;
}

COMPONENT_REGISTER(host, registration) {
  int32_t status = component_describe(host, registration, "Instances", "Makes instances", 1, 0, 0);
  if (status == COMPONENT_OK) status = add(host, registration, "Instances", 0, make);
  if (status == COMPONENT_OK) status = add(host, registration, "Instances.Each", COMPONENT_TARGET_PER_CALL, make);
  if (status == COMPONENT_OK) status = add(host, registration, "Instances.None", 0, make_nothing);
  return status;
}
