// It hangs, or ends its process, at the place and in the way that the file "stumbles" beside it says: "place way". It looks each
// time that it comes by one, and leaves the file "stumbled" where it was the one.
// Flags: -pthread
#include "asks.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char file[512], trace[512];

static void stumble(const char *here) {
  char line[64] = "", place[32] = "", way[32] = "";
  FILE *said = fopen(file, "re");
  if (!said) return;
  if (fgets(line, sizeof line, said)) sscanf(line, "%31s %31s", place, way);
  fclose(said);
  if (strcmp(place, here) != 0) return;
  FILE *left = fopen(trace, "we");
  if (left) fclose(left);
  if (strcmp(way, "fall") == 0) *(volatile int *)8 = 1;
  if (strcmp(way, "sleep") == 0) sleep(3);
  for (volatile int i = 1; i && strcmp(way, "spin") == 0;) usleep(1000);
}

static void *later(void *context) {
  usleep(50000);
  stumble("later");
  return context;
}

static void *soon(void *context) {
  stumble("soon");
  return context;
}

static void on_thread(void *(*body)(void *), void *context) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, context) == 0) pthread_detach(thread);
}

static void *make(void *context) {
  (void)context;
  stumble("make");
  return calloc(1, sizeof(int));
}

static void destroy(void *context, void *instance) {
  (void)context;
  stumble("destroy");
  free(instance);
}

static int32_t next(void *context, component_call *call) {
  (void)context;
  return reply_int(call, ++*(int *)call->instance);
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  stumble("run");
  return run_ok(context, call);
}

// Its reply is said as a whole before it ends its process.
static int32_t answer(void *context, component_call *call) {
  (void)context;
  static uint8_t bytes[10000];
  component_value value = {.kind = COMPONENT_KIND_BYTES, .as = {.bytes = bytes}, .count = sizeof bytes};
  call->host->reply(call, &value);
  _exit(0);
}

// MARK: deferred calls

static void *take_deferred(void *context) {
  component_call *call = context;
  stumble("deferred");
  reply_text(call, TEXT("in the end"));
  call->host->release(call);
  return NULL;
}

static int32_t defer(void *context, component_call *call) {
  (void)context;
  on_thread(take_deferred, call->host->defer(call));
  return COMPONENT_OK;
}

// MARK: started calls

static void heard_end(void *context, const component_value *reply, const component_failure *failure) {
  (void)context, (void)reply, (void)failure;
  stumble("ended");
}

static void heard_progress(void *context, const component_progress *progress) {
  (void)context, (void)progress;
  stumble("progress");
}

static int32_t start_other(void *context, component_call *call) {
  (void)context;
  component_request request = {COMPONENT_HEAD(component_request), .target = parameter(call, "target"),
                               .action = parameter(call, "action"), .ended = heard_end, .progressed = heard_progress};
  call->host->start(call->host, &request);
  return run_ok(context, call);
}

static int32_t pass(void *context, component_call *call) {
  (void)context;
  component_request request = {COMPONENT_HEAD(component_request), .target = parameter(call, "target"),
                               .action = parameter(call, "action"), .ended = pass_on, .context = call};
  int32_t code = call->host->call(call->host, &request);
  stumble("passed");
  return code;
}

static void *fall_soon(void *context) {
  usleep(100000);
  stumble("left");
  return context;
}

// Its call stays open when it returns.
static int32_t leave_open(void *context, component_call *call) {
  (void)context;
  component_progress progress = {COMPONENT_HEAD(component_progress), .fraction = 0.5};
  call->host->progress(call, &progress);
  call->host->defer(call);
  on_thread(fall_soon, NULL);
  return COMPONENT_OK;
}

static void pass_deferred_on(void *context, const component_value *reply, const component_failure *failure) {
  component_call *call = context;
  if (reply) call->host->reply(call, reply);
  else call->host->fail(call, failure);
  call->host->release(call);
}

// As what awaits does: it keeps its call, and goes on when the other one ends.
static int32_t pass_later(void *context, component_call *call) {
  (void)context;
  component_call *deferred = call->host->defer(call);
  component_request request = {COMPONENT_HEAD(component_request), .target = parameter(call, "target"),
                               .action = parameter(call, "action"), .ended = pass_deferred_on, .context = deferred,
                               .parent = deferred};
  return call->host->start(call->host, &request);
}

// MARK: a call that is kept, and one that is made as a part of it

static component_call *volatile kept_call;

static int32_t keep(void *context, component_call *call) {
  (void)context;
  kept_call = call->host->defer(call);
  return COMPONENT_OK;
}

static int32_t pass_under(void *context, component_call *call) {
  (void)context;
  for (int i = 0; i < 10000 && !kept_call; i++) usleep(1000);
  component_request request = {COMPONENT_HEAD(component_request), .target = parameter(call, "target"),
                               .action = parameter(call, "action"), .ended = pass_on, .context = call,
                               .parent = kept_call};
  int32_t code = call->host->call(call->host, &request);
  reply_text(kept_call, TEXT("in the end"));
  kept_call->host->release(kept_call);
  return code;
}

// MARK: events and steps

static void heard(void *context, const component_notice *notice) {
  (void)context, (void)notice;
  stumble("heard");
}

static int32_t tell(void *context, component_call *call) {
  component_value null = {0};
  call->host->publish(call->host, TEXT("Stumbles.told"), &null, NULL, NULL);
  return run_ok(context, call);
}

static int32_t start(void *context, component_call *call) {
  stumble("start");
  on_thread(later, NULL);
  on_thread(soon, NULL);
  return run_ok(context, call);
}

static void shut_down(void *context) {
  (void)context;
  stumble("shutdown");
}

static void release(void *context) {
  (void)context;
  stumble("release");
}

COMPONENT_REGISTER(host, registration) {
  snprintf(file, sizeof file, "%.*s/stumbles", (int)host->directory.length, host->directory.bytes);
  snprintf(trace, sizeof trace, "%.*s/stumbled", (int)host->directory.length, host->directory.bytes);
  stumble("register");
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("Stumbles"), .summary = TEXT("Stumbles"),
                           .version = {1, 0, 0}, .shutdown = shut_down, .release = release, .start = start};
  host->describe(registration, &about);
  add_target(host, registration, "Stumbles");
  component_target kept = {COMPONENT_HEAD(component_target), .name = TEXT("Stumbles.Kept"), .summary = TEXT("A target"),
                           .make = make, .destroy = destroy};
  host->add_target(registration, &kept);
  component_event event = {COMPONENT_HEAD(component_event), .name = TEXT("Stumbles.told")};
  host->add_event(registration, &event);
  component_observer observer = {
      COMPONENT_HEAD(component_observer), .events = &event.name, .event_count = 1, .heard = heard};
  host->add_observer(registration, &observer);
  add_action(host, registration, "Stumbles", "run", run);
  add_action(host, registration, "Stumbles", "answer", answer);
  add_action(host, registration, "Stumbles", "defer", defer);
  add_action(host, registration, "Stumbles", "start", start_other);
  add_action(host, registration, "Stumbles", "pass", pass);
  add_action(host, registration, "Stumbles", "passLater", pass_later);
  add_action(host, registration, "Stumbles", "leaveOpen", leave_open);
  add_action(host, registration, "Stumbles", "keep", keep);
  add_action(host, registration, "Stumbles", "passUnder", pass_under);
  add_action(host, registration, "Stumbles", "tell", tell);
  return add_action(host, registration, "Stumbles.Kept", "next", next);
}
