// Eight of its calls meet: none of them ends before all are there. Its serial target replies first and goes on running, and
// says whether ever two ran at once.
// Flags: -pthread
#include "fixture.h"

#include <stdatomic.h>
#include <unistd.h>

static atomic_int there, running, overlaps;

static int32_t run(void *context, component_call *call) {
  (void)context;
  atomic_fetch_add(&there, 1);
  for (int i = 0; i < 60000 && atomic_load(&there) < 8; i++) usleep(500);
  return reply_int(call, atomic_load(&there));
}

static int32_t wait_for_ever(void *context, component_call *call) {
  (void)context;
  (void)call;
  atomic_fetch_add(&there, 1);
  for (;;) pause();
}

static int32_t fall(void *context, component_call *call) {
  (void)context;
  (void)call;
  while (atomic_load(&there) < 8) usleep(500);
  *(volatile int *)8 = 1;
  return COMPONENT_OK;
}

static int32_t reply_first(void *context, component_call *call) {
  (void)context;
  if (atomic_fetch_add(&running, 1) > 0) atomic_fetch_add(&overlaps, 1);
  int32_t code = reply_int(call, 0);
  usleep(2000);
  atomic_fetch_sub(&running, 1);
  return code;
}

static int32_t count(void *context, component_call *call) {
  (void)context;
  return reply_int(call, atomic_load(&overlaps));
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "Meets");
  add_target(host, registration, "Meets");
  component_target line = {COMPONENT_HEAD(component_target), .name = TEXT("Meets.Line"), .summary = TEXT("One at a time"),
                           .flags = COMPONENT_TARGET_SERIAL};
  host->add_target(registration, &line);
  add_action(host, registration, "Meets", "run", run);
  add_action(host, registration, "Meets", "wait", wait_for_ever);
  add_action(host, registration, "Meets", "fall", fall);
  add_action(host, registration, "Meets.Line", "run", reply_first);
  return add_action(host, registration, "Meets.Line", "overlaps", count);
}
