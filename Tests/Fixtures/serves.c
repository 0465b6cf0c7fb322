// What a door is tried with: actions that reply at once, late, long, never, or say no; that tell progress, or notice
// that they are given up; that say something for the log, by another one. All but one are open to callers from outside.
// Flags: -pthread
#include "asks.h"
#include "marks.h"

#include <pthread.h>

static int64_t integer(const component_call *call, const char *name) {
  const component_value *value = find(call, name);
  return value && value->kind == COMPONENT_KIND_INT ? value->as.integer : 0;
}

static int32_t add(void *context, component_call *call) {
  (void)context;
  return reply_int(call, integer(call, "number") + 1);
}

static int32_t nap(void *context, component_call *call) {
  (void)context;
  mark("napping");
  usleep((useconds_t)integer(call, "milliseconds") * 1000);
  return reply_int(call, integer(call, "milliseconds"));
}

static int32_t stay(void *context, component_call *call) {
  (void)context;
  mark("running");
  while (!call->host->is_cancelled(call)) usleep(500);
  mark("noticed");
  return fail(call, COMPONENT_FAILURE_CANCELLED, "seen", "I saw it");
}

static int32_t hang(void *context, component_call *call) {
  (void)context;
  (void)call;
  mark("hanging");
  for (;;) pause();
}

static void given_up(void *context) {
  component_call *deferred = context;
  mark("given up");
  deferred->host->release(deferred);
}

static int32_t await(void *context, component_call *call) {
  (void)context;
  component_call *deferred = call->host->defer(call);
  if (!deferred) return COMPONENT_FAILURE_ENDED;
  call->host->when_cancelled(deferred, given_up, deferred, NULL);
  mark("deferred");
  return COMPONENT_OK;
}

struct late {
  component_call *call;
  int64_t milliseconds;
};

static void *end_later(void *context) {
  struct late *late = context;
  usleep((useconds_t)late->milliseconds * 1000);
  reply_int(late->call, late->milliseconds);
  late->call->host->release(late->call);
  free(late);
  return NULL;
}

static int32_t later(void *context, component_call *call) {
  (void)context;
  struct late *late = malloc(sizeof *late);
  if (!late) return COMPONENT_FAILURE_FAILED;
  late->milliseconds = integer(call, "milliseconds");
  late->call = call->host->defer(call);
  pthread_t thread;
  if (!late->call || pthread_create(&thread, NULL, end_later, late)) abort();
  pthread_detach(thread);
  return COMPONENT_OK;
}

static int32_t steps(void *context, component_call *call) {
  (void)context;
  int64_t count = integer(call, "count"), pause = integer(call, "milliseconds");
  for (int64_t step = 1; step <= count; step++) {
    component_progress progress = {COMPONENT_HEAD(component_progress), .fraction = (double)step / (double)count,
                                   .message = TEXT("step")};
    if (call->host->progress(call, &progress) != COMPONENT_OK) break;
    if (pause > 0) usleep((useconds_t)pause * 1000);
  }
  mark("stepped");
  return reply_int(call, count);
}

static int32_t lengthy(void *context, component_call *call) {
  (void)context;
  size_t length = (size_t)integer(call, "bytes");
  char *bytes = malloc(length + 1);
  if (!bytes) return COMPONENT_FAILURE_FAILED;
  memset(bytes, 'a', length);
  int32_t code = reply_text(call, (component_text){bytes, length});
  free(bytes);
  return code;
}

static int32_t refuse(void *context, component_call *call) {
  (void)context;
  return fail(call, COMPONENT_FAILURE_FAILED, "no_such_book", "there is no book 7");
}

static int32_t say(void *context, component_call *call) {
  (void)context;
  call->host->log(call->host, COMPONENT_LEVEL_INFO, TEXT("I say so"));
  return reply_int(call, 1);
}

static int32_t have_it_said(void *context, component_call *call) {
  (void)context;
  return ask(call, "Serves", "say");
}

static int32_t crash(void *context, component_call *call) {
  (void)context;
  (void)call;
  *(volatile int *)8 = 1;
  return COMPONENT_OK;
}

static void action(const component_host *host, component_registration *registration, const char *name,
                   const char *signature, component_run run, uint32_t flags) {
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("Serves"), .name = text(name),
                             .summary = TEXT("An action"), .run = run, .signature = text(signature), .flags = flags};
  host->add_action(registration, &action);
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "Serves");
  add_target(host, registration, "Serves");
  uint32_t open = COMPONENT_ACTION_REMOTE;
  action(host, registration, "add", "(number: int) -> int", add, open);
  action(host, registration, "look", "(number: int = 1) -> int", add, open | COMPONENT_ACTION_READS);
  action(host, registration, "nap", "(milliseconds: int) -> int", nap, open);
  action(host, registration, "stay", "() -> int", stay, open);
  action(host, registration, "hang", "() -> int", hang, open);
  action(host, registration, "await", "() -> int", await, open);
  action(host, registration, "later", "(milliseconds: int) -> int", later, open);
  action(host, registration, "steps", "(count: int, milliseconds: int = 0) -> int", steps,
         open | COMPONENT_ACTION_PROGRESS);
  action(host, registration, "lengthy", "(bytes: int) -> text", lengthy, open);
  action(host, registration, "refuse", "() -> int", refuse, open);
  action(host, registration, "say", "() -> int", say, 0);
  action(host, registration, "haveItSaid", "() -> int", have_it_said, open);
  action(host, registration, "crash", "() -> int", crash, open);
  action(host, registration, "secret", "() -> int", add, 0);
  return COMPONENT_OK;
}
