// The sample component in C: what it does, its namesakes in C++, Rust and Swift do as well.
// Name: Sample
// Flags: -pthread
#include "sample-held.h"
#include "sample-guard.h"
#include "sample-kit.h"
#include "sample-more.h"
#include "sample-ways.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int32_t echo(void *context, component_call *call) {
  (void)context;
  component_value map = {.kind = COMPONENT_KIND_MAP, .as = {.entries = call->parameters}, .count = call->parameter_count};
  return call->host->reply(call, &map);
}

static int32_t first(void *context, component_call *call) {
  (void)context;
  component_value null = {0};
  const component_value *value = find(call, "value");
  return call->host->reply(call, value ? value : &null);
}

static int32_t add(void *context, component_call *call) {
  (void)context;
  int64_t a, b, sum;
  if (!find_int(call, "a", &a) || !find_int(call, "b", &b)) {
    return fail(call, COMPONENT_FAILURE_INVALID, "missing_parameter", "a and b must be whole numbers");
  }
  if (__builtin_add_overflow(a, b, &sum)) {
    return fail(call, COMPONENT_FAILURE_INVALID, "overflow", "the sum does not fit");
  }
  return reply_int(call, sum);
}

static int32_t fails(void *context, component_call *call) {
  (void)context;
  int64_t code = COMPONENT_FAILURE_FAILED;
  find_int(call, "code", &code);
  component_entry detail = {TEXT("code"), {.kind = COMPONENT_KIND_INT, .as = {.integer = code}}};
  component_failure failure = {COMPONENT_HEAD(component_failure), .code = (int32_t)code,
                               .reason = parameter(call, "reason"), .message = parameter(call, "message"),
                               .details = {.kind = COMPONENT_KIND_MAP, .as = {.entries = &detail}, .count = 1}};
  return call->host->fail(call, &failure);
}

static int32_t progress(void *context, component_call *call) {
  (void)context;
  int64_t steps = 0;
  find_int(call, "steps", &steps);
  for (int64_t step = 1; step <= steps; step++) {
    char message[32];
    snprintf(message, sizeof message, "step %lld", (long long)step);
    component_progress progress = {COMPONENT_HEAD(component_progress), .fraction = (double)step / (double)steps,
                                   .message = text(message)};
    call->host->progress(call, &progress);
  }
  return reply_int(call, steps);
}

static void *reply_later(void *context) {
  component_call *call = context;
  usleep(2000);
  reply_text(call, parameter(call, "text"));
  call->host->release(call);
  return NULL;
}

static int32_t later(void *context, component_call *call) {
  (void)context;
  component_call *deferred = call->host->defer(call);
  pthread_t thread;
  if (!deferred) return COMPONENT_FAILURE_ENDED;
  if (pthread_create(&thread, NULL, reply_later, deferred) == 0) {
    pthread_detach(thread);
  } else {
    call->host->release(deferred);
  }
  return COMPONENT_OK;
}

static int32_t nest(void *context, component_call *call) {
  (void)context;
  const component_value *with = find(call, "with");
  component_request request = {COMPONENT_HEAD(component_request), .target = parameter(call, "target"),
                               .action = parameter(call, "action"), .ended = pass_on, .context = call};
  if (with && with->kind == COMPONENT_KIND_MAP) {
    request.parameters = with->as.entries;
    request.parameter_count = with->count;
  }
  return call->host->call(call->host, &request);
}

static int32_t open_url(void *context, component_call *call) {
  (void)context;
  const component_value *with = find(call, "with");
  component_request request = {COMPONENT_HEAD(component_request), .ended = pass_on, .context = call};
  if (with && with->kind == COMPONENT_KIND_MAP) {
    request.parameters = with->as.entries;
    request.parameter_count = with->count;
  }
  return call->host->open_with(call->host, parameter(call, "url"), &request);
}

static int32_t has(void *context, component_call *call) {
  (void)context;
  return call->host->has(call->host, parameter(call, "target"), parameter(call, "action"),
                         find(call, "loading") ? COMPONENT_ASK_LOADING : 0, pass_on, call);
}

static int32_t can_open(void *context, component_call *call) {
  (void)context;
  return call->host->can_open(call->host, parameter(call, "url"), find(call, "loading") ? COMPONENT_ASK_LOADING : 0,
                              pass_on, call);
}

static int32_t let_go(void *context, component_call *call) {
  (void)context;
  return call->host->release_instance(call->host, parameter(call, "target"), pass_on, call);
}

// A route below the component's own name, which leads to `routed`.
static component_route route_of(const component_call *call) {
  component_route route = {COMPONENT_HEAD(component_route), .target = TEXT("Sample"),
                           .pattern = parameter(call, "pattern"), .action = TEXT("routed")};
  return route;
}

static int32_t add_route(void *context, component_call *call) {
  (void)context;
  component_route route = route_of(call);
  return call->host->publish_route(call->host, &route, pass_on, call);
}

static int32_t remove_route(void *context, component_call *call) {
  (void)context;
  component_route route = route_of(call);
  return call->host->withdraw_route(call->host, &route, pass_on, call);
}

static int32_t until_cancelled(void *context, component_call *call) {
  (void)context;
  for (int i = 0; i < 10000; i++) {
    if (call->host->is_cancelled(call)) return fail(call, COMPONENT_FAILURE_CANCELLED, "seen", "I saw it");
    usleep(500);
  }
  return COMPONENT_FAILURE_FAILED;
}

static void on_given_up(void *context) {
  component_call *deferred = context;
  atomic_fetch_add(&given_up, 1);
  deferred->host->release(deferred);
}

static int32_t until_given_up(void *context, component_call *call) {
  (void)context;
  component_call *deferred = call->host->defer(call);
  if (!deferred) return COMPONENT_FAILURE_ENDED;
  call->host->when_cancelled(deferred, on_given_up, deferred, NULL);
  return COMPONENT_OK;
}

static int32_t given_up_count(void *context, component_call *call) {
  (void)context;
  return reply_int(call, atomic_load(&given_up));
}

static int32_t name(void *context, component_call *call) {
  (void)context;
  char both[300];
  int length = snprintf(both, sizeof both, "%.*s.%.*s", (int)call->target.length, call->target.bytes,
                        (int)call->action.length, call->action.bytes);
  return reply_text(call, (component_text){both, (size_t)length});
}

static int32_t says(void *context, component_call *call) {
  (void)context;
  component_value null = {0};
  call->host->log(call->host, COMPONENT_LEVEL_WARNING, parameter(call, "text"));
  return call->host->reply(call, &null);
}

static int32_t publish(void *context, component_call *call) {
  (void)context;
  component_value null = {0};
  const component_value *value = find(call, "value");
  return call->host->publish(call->host, parameter(call, "event"), value ? value : &null, pass_on, call);
}

// What another one says is said again.
static void repeat(void *context, const component_notice *notice) {
  component_publish(context, "Sample.said", notice->value);
}

static int32_t not_found(void *context, component_call *call) {
  (void)context;
  return reply_text(call, parameter(call, "action"));
}

static atomic_llong number;
static atomic_int starts;

static int32_t keep(void *context, component_call *call) {
  (void)context;
  int64_t n = 0;
  find_int(call, "n", &n);
  atomic_store(&number, n);
  return reply_int(call, n);
}

static int32_t kept(void *context, component_call *call) {
  (void)context;
  return reply_int(call, atomic_load(&number) * 10 + atomic_load(&starts));
}

static int32_t start(void *context, component_call *call) {
  (void)context;
  component_value null = {0};
  atomic_fetch_add(&starts, 1);
  return call->host->reply(call, &null);
}

static int32_t save(void *context, component_call *call) {
  (void)context;
  return reply_int(call, atomic_load(&number));
}

// What is kept can be told again.
static int32_t relieve(void *context, component_call *call) {
  atomic_store(&number, 0);
  return save(context, call);
}

static int32_t restore(void *context, component_call *call) {
  (void)context;
  int64_t n;
  if (!find_int(call, "state", &n)) return fail(call, COMPONENT_FAILURE_INVALID, "no_state", "that is no state of mine");
  atomic_store(&number, n);
  return reply_int(call, n);
}

COMPONENT_DEFINE(
    .name = "Sample", .summary = "The same in every language", .version = {1, 2, 3}, .start = start, .save = save,
    .restore = restore, .memory_pressure = relieve, .shutdown = shut_down,
    COMPONENT_NEEDS({"Good", {1, 0, 0}, COMPONENT_NEED_OPTIONAL}, {"Elder", {2, 0, 0}, COMPONENT_NEED_OPTIONAL}),
    COMPONENT_TYPES({"Measure", "{unit: text, names: [text], bytes: int, raw: bytes?}", "What was measured"}),
    COMPONENT_ROUTES({"/measures/:unit", "measure", "Sample.Helpers"}, WAYS_ROUTES),
    COMPONENT_KEYS({"hinted", "hinted", COMPONENT_HINTS({COMPONENT_TEXT("hot"), COMPONENT_BOOL(true)}), "Sample.Helpers"}),
    COMPONENT_EVENTS({"Sample.said", "int?", "An event"}), COMPONENT_OBSERVERS({"Other.said", repeat}),
    COMPONENT_TARGETS(
        {"Sample", "", COMPONENT_ACTIONS(
            {"echo", NULL, "An action", echo}, {"first", NULL, "An action", first}, {"add", NULL, "An action", add},
            {"fail", NULL, "An action", fails}, {"progress", NULL, "An action", progress},
            {"later", NULL, "An action", later}, {"nest", NULL, "An action", nest}, {"open", NULL, "An action", open_url},
            {"has", NULL, "An action", has}, {"canOpen", NULL, "An action", can_open},
            {"letGo", NULL, "An action", let_go}, {"callBack", NULL, "An action", call_back},
            {"adder", NULL, "An action", adder}, {"box", NULL, "An action", box}, {"bump", NULL, "An action", bump},
            {"untilCancelled", NULL, "An action", until_cancelled},
            {"untilGivenUp", NULL, "An action", until_given_up}, {"givenUp", NULL, "An action", given_up_count},
            {"log", NULL, "An action", says}, {"keep", NULL, "An action", keep}, {"kept", NULL, "An action", kept, .flags = COMPONENT_ACTION_READS},
            {"publish", NULL, "An action", publish}, {"addRoute", NULL, "An action", add_route},
            {"removeRoute", NULL, "An action", remove_route},
            {"routed", NULL, "An action", echo, .flags = COMPONENT_ACTION_REMOTE})},
        {"Sample.Sub", "A target below", .flags = COMPONENT_TARGET_SERIAL,
         COMPONENT_ACTIONS({"name", NULL, "An action", name}, {"notFound", NULL, "An action", not_found})},
        {"Sample.Helpers", "What helpers say", KIT_ACTIONS,
         COMPONENT_MEDIA_TYPES({"table", "text/csv; header=present"})},
        {"Sample.Desk", "A kept instance", COMPONENT_ACTIONS({"sit", "() -> int", "An action", sit}), .make = make_desk,
         .destroy = destroy_desk},
        {"Sample.Ways", "Ways to it", WAYS_ACTIONS},
        {"Sample.Cached", "A cached instance", COMPONENT_ACTIONS({"sit", "() -> int", "An action", sit}), .make = make_desk,
         .destroy = destroy_desk, .flags = COMPONENT_TARGET_CACHED},
        {"Sample.Each", "An instance for each call", COMPONENT_ACTIONS({"sit", "() -> int", "An action", sit}),
         .make = make_desk, .destroy = destroy_desk, .flags = COMPONENT_TARGET_PER_CALL},
        {"Sample.More", "What else helpers say", MORE_ACTIONS},
        {"Sample.Guard", "Stands before calls", COMPONENT_ACTIONS(COMPONENT_INTERCEPT(guard))}))
