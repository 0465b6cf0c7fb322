// A component of a later contract than any host has: its structs are larger, and a function has come to the host's table.
// It goes without what the host lacks.
#include <pthread.h>
#include <stdatomic.h>

#include "author/failure.h"
#include "author/parameter.h"
#include "author/registration.h"
#include "author/reply.h"

// What later contracts have at the end of their structs: it is not 0, so that a host would notice it.
#define LATER {0x6c61746572, 0x6c61746572}

static int32_t later(void *context, component_call *call) {
  (void)context;
  if (COMPONENT_HAS(call->host, later)) return call->host->later(call);
  return component_reply_string(call, COMPONENT_HAS(call, later) ? "the call has more" : "does without");
}

static int32_t fails(void *context, component_call *call) {
  (void)context;
  component_failure failure = {COMPONENT_HEAD(component_failure), .code = 4711, .reason = component_text_of("later"),
                               .message = component_text_of("a code of later contracts"), .later = LATER};
  return call->host->fail(call, &failure);
}

static void pass_on(void *context, const component_value *reply, const component_failure *failure) {
  component_call *call = (component_call *)context;
  if (reply) {
    call->host->reply(call, reply);
  } else {
    call->host->fail(call, failure);
  }
}

static void hear(void *context, const component_progress *progress) {
  component_call *call = (component_call *)context;
  component_progress more = {COMPONENT_HEAD(component_progress), .fraction = progress->fraction,
                             .message = progress->message, .later = LATER};
  call->host->progress(call, &more);
}

static int32_t asks(void *context, component_call *call) {
  (void)context;
  component_text target, action;
  if (!component_text_parameter(call, "target", &target)) return COMPONENT_OK;
  if (!component_text_parameter(call, "action", &action)) return COMPONENT_OK;
  component_request request = {COMPONENT_HEAD(component_request), .target = target, .action = action, .ended = pass_on,
                               .progressed = hear, .context = call, .flags = 1u << 20, .later = LATER};
  return call->host->call(call->host, &request);
}

static atomic_int holders;

static void retain(void *context) { atomic_fetch_add((atomic_int *)context, 1); }
static void release(void *context) { atomic_fetch_sub((atomic_int *)context, 1); }

static int32_t things(void *context, component_call *call) {
  (void)context;
  component_object object = {COMPONENT_HEAD(component_object), .type = component_text_of("Newer.Thing"),
                             .instance = &holders, .retain = retain, .release = release, .later = LATER};
  component_function function = {COMPONENT_HEAD(component_function), .context = &holders, .run = later,
                                 .retain = retain, .release = release, .host = call->host, .later = LATER};
  component_value both[] = {{.kind = COMPONENT_KIND_OBJECT, .as = {.object = &object}},
                            {.kind = COMPONENT_KIND_FUNCTION, .as = {.function = &function}}};
  return component_reply_list(call, both, 2);
}

static int32_t held(void *context, component_call *call) {
  (void)context;
  return component_reply_int(call, atomic_load(&holders));
}

static void *reply_later(void *context) {
  component_call *call = (component_call *)context;
  component_reply_string(call, "later");
  call->host->release(call);
  return NULL;
}

static int32_t defers(void *context, component_call *call) {
  (void)context;
  component_call *deferred = call->host->defer(call);
  pthread_t thread;
  if (!deferred) return COMPONENT_FAILURE_ENDED;
  if (pthread_create(&thread, NULL, reply_later, deferred) != 0) return COMPONENT_FAILURE_FAILED;
  return pthread_detach(thread) == 0 ? COMPONENT_OK : COMPONENT_FAILURE_FAILED;
}

COMPONENT_REGISTER(host, registration) {
  component_text name = component_text_of("Newer");
  component_about about = {COMPONENT_HEAD(component_about), .name = name, .version = {9, 8, 7}, .later = LATER};
  component_need need = {COMPONENT_HEAD(component_need), .name = component_text_of("Good"),
                         .flags = COMPONENT_NEED_OPTIONAL | 1u << 20, .later = LATER};
  component_type type = {COMPONENT_HEAD(component_type), .name = component_text_of("Thing"),
                         .definition = component_text_of("{id: int}"), .later = LATER};
  component_target target = {COMPONENT_HEAD(component_target), .name = name, .flags = 1u << 20, .later = LATER};
  component_route route = {COMPONENT_HEAD(component_route), .target = name, .pattern = component_text_of("/later"),
                           .action = component_text_of("later"), .later = LATER};
  component_key key = {COMPONENT_HEAD(component_key), .key = component_text_of("key"), .target = name,
                       .action = component_text_of("later"), .later = LATER};
  const struct {
    const char *name;
    component_run run;
  } actions[] = {{"later", later}, {"fail", fails}, {"ask", asks}, {"things", things}, {"held", held},
                 {"defer", defers}};
  int32_t status = host->describe(registration, &about);
  if (status == COMPONENT_OK) status = host->add_need(registration, &need);
  if (status == COMPONENT_OK) status = host->add_type(registration, &type);
  if (status == COMPONENT_OK) status = host->add_target(registration, &target);
  for (size_t index = 0; status == COMPONENT_OK && index < COMPONENT_COUNT(actions); index++) {
    component_action action = {COMPONENT_HEAD(component_action), .target = name,
                               .name = component_text_of(actions[index].name),
                               .flags = COMPONENT_ACTION_REMOTE | 1u << 20, .run = actions[index].run, .later = LATER};
    status = host->add_action(registration, &action);
  }
  if (status == COMPONENT_OK) status = host->add_route(registration, &route);
  if (status == COMPONENT_OK) status = host->add_key(registration, &key);
  return status;
}
