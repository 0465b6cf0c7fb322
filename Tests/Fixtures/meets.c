// Eight of its calls meet: none of them ends before all are there. Its serial target replies first and goes on running, and
// says whether ever two ran at once. It gives a function away, and asks a component in whose call it is asked in turn.
// Flags: -pthread
#include "fixture.h"

#include <pthread.h>
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

static int32_t nap(void *context, component_call *call) {
  (void)context;
  usleep(50000);
  return reply_int(call, 1);
}

static int32_t give(void *context, component_call *call) {
  (void)context;
  component_function function = {COMPONENT_HEAD(component_function), .run = nap};
  component_value value = {.kind = COMPONENT_KIND_FUNCTION, .as = {.function = &function}};
  return call->host->reply(call, &value);
}

static void pass_on(void *context, const component_value *reply, const component_failure *failure) {
  component_call *call = context;
  if (reply) call->host->reply(call, reply);
  else call->host->fail(call, failure);
}

static int32_t ask(void *context, component_call *call) {
  (void)context;
  component_request request = {COMPONENT_HEAD(component_request), .target = TEXT("Asked"), .action = TEXT("run"),
                               .ended = pass_on, .context = call};
  return call->host->call(call->host, &request);
}

static void *end_later(void *context) {
  component_call *call = context;
  usleep(50000);
  reply_int(call, 2);
  call->host->release(call);
  return NULL;
}

static int32_t later(void *context, component_call *call) {
  (void)context;
  pthread_t thread;
  if (pthread_create(&thread, NULL, end_later, call->host->defer(call)) == 0) pthread_detach(thread);
  return COMPONENT_OK;
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
  add_action(host, registration, "Meets", "give", give);
  add_action(host, registration, "Meets", "ask", ask);
  add_action(host, registration, "Meets", "later", later);
  add_action(host, registration, "Meets.Line", "run", reply_first);
  return add_action(host, registration, "Meets.Line", "overlaps", count);
}
