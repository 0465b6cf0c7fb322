// The small host: what a component registers, and where calls go.

#ifndef COMPONENT_TEST_HOST_H
#define COMPONENT_TEST_HOST_H

#include <dlfcn.h>

#include "call.h"
#include "url.h"

// A target that was registered, and its instance while it is kept.
typedef struct component_test_target {
  component_target row;
  char *name;
  void *instance;
} component_test_target;

// An action that was registered.
typedef struct component_test_action {
  char *target, *name;
  component_run run;
  void *context;
} component_test_action;

// An observer of the component, and its observation.
typedef struct component_test_observer {
  component_observer row;
  char **events;
  bool is_over;
  struct component_test_observer *next;
} component_test_observer;

// The host with one component. It begins with the table that the component sees.
typedef struct component_test {
  component_host table;
  component_about about;
  component_test_target *targets;
  size_t target_count;
  component_test_action *actions;
  size_t action_count;
  char **events;
  size_t event_count;
  component_test_text published;
  component_test_observer *observers;

  // Answers for every neighbour, as if it were the action that is called; null: there is no neighbour.
  component_run neighbour;
  void *neighbour_context;

  size_t checks, failures;
} component_test;

// A copy of a text, NUL-terminated.
//
// OWNERSHIP: the result is the caller's to free.
// THREADS: any.
static inline char *component_test_copy(component_text text) {
  component_test_text copy = COMPONENT_ZERO;
  component_test_add(&copy, text.bytes, text.length);
  return copy.bytes;
}

// The place of a target or action among those that were registered; their number where it is none of them.
//
// OWNERSHIP: everything is borrowed.
// THREADS: any, after register.
static inline size_t component_test_target_at(const component_test *test, component_text target) {
  size_t index = 0;
  while (index < test->target_count && !component_text_is(target, test->targets[index].name)) index++;
  return index;
}

static inline size_t component_test_action_at(const component_test *test, component_text target,
                                              component_text action) {
  size_t index = 0;
  for (; index < test->action_count; index++) {
    const component_test_action *row = &test->actions[index];
    if (component_text_is(target, row->target) && component_text_is(action, row->name)) break;
  }
  return index;
}

// The functions of component_host for registering. A registration is the host itself.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline int32_t component_test_describe(component_registration *registration, const component_about *about) {
  component_test *test = (component_test *)(void *)registration;
  memcpy(&test->about, about, about->size < sizeof(test->about) ? about->size : sizeof(test->about));
  return COMPONENT_OK;
}

static inline int32_t component_test_add_need(component_registration *registration, const component_need *need) {
  (void)registration, (void)need;
  return COMPONENT_OK;
}

static inline int32_t component_test_add_type(component_registration *registration, const component_type *type) {
  (void)registration, (void)type;
  return COMPONENT_OK;
}

static inline int32_t component_test_add_route(component_registration *registration, const component_route *route) {
  (void)registration, (void)route;
  return COMPONENT_OK;
}

static inline int32_t component_test_add_key(component_registration *registration, const component_key *key) {
  (void)registration, (void)key;
  return COMPONENT_OK;
}

static inline int32_t component_test_add_target(component_registration *registration, const component_target *target) {
  component_test *test = (component_test *)(void *)registration;
  size_t count = test->target_count + 1;
  test->targets = (component_test_target *)realloc(test->targets, count * sizeof(*test->targets));
  if (!test->targets) abort();
  component_test_target *added = &test->targets[test->target_count++];
  memset(added, 0, sizeof(*added));
  memcpy(&added->row, target, target->size < sizeof(added->row) ? target->size : sizeof(added->row));
  added->name = component_test_copy(target->name);
  return COMPONENT_OK;
}

static inline int32_t component_test_add_action(component_registration *registration, const component_action *action) {
  component_test *test = (component_test *)(void *)registration;
  if (component_test_target_at(test, action->target) == test->target_count ||
      component_test_action_at(test, action->target, action->name) < test->action_count) {
    fprintf(stderr, "the action '%.*s' is added twice, or before its target\n", (int)action->name.length,
            action->name.bytes);
    return COMPONENT_FAILURE_INVALID;
  }
  size_t count = test->action_count + 1;
  test->actions = (component_test_action *)realloc(test->actions, count * sizeof(*test->actions));
  if (!test->actions) abort();
  component_test_action *row = &test->actions[test->action_count++];
  row->target = component_test_copy(action->target);
  row->name = component_test_copy(action->name);
  row->run = action->run;
  row->context = action->context;
  return COMPONENT_OK;
}

static inline void component_test_explain(component_registration *registration, component_text message) {
  (void)registration;
  fprintf(stderr, "register: %.*s\n", (int)message.length, message.bytes);
}

// The function of component_host that says something for the log, which is the error output.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline void component_test_log(const component_host *host, component_level level, component_text message) {
  (void)host;
  fprintf(stderr, "log %u: %.*s\n", (unsigned)level, (int)message.length, message.bytes);
}

// Actions that fail: the one of a neighbour that is missing, and the one of a target that makes no instance.
//
// OWNERSHIP: as component_run.
// THREADS: as component_run.
static inline int32_t component_test_nobody(void *context, component_call *call) {
  return component_fail(call, COMPONENT_FAILURE_NOT_FOUND, context ? "no_such_action" : "no_such_component",
                        context ? "the component has no such action" : "there is no such neighbour");
}

static inline int32_t component_test_nothing_made(void *context, component_call *call) {
  (void)context;
  return component_fail(call, COMPONENT_FAILURE_FAILED, "no_instance", "the target made no instance");
}

// Runs an action with the instance that its target makes, as long as its flags say.
//
// OWNERSHIP: everything is borrowed until the function returns; a kept instance is the host's.
// THREADS: one at a time where the target makes instances.
static inline int32_t component_test_run_action(component_test *test, const component_test_action *action,
                                                const component_request *request) {
  size_t index = component_test_target_at(test, component_text_of(action->target));
  const component_target *target = &test->targets[index].row;
  if (!target->make) return component_test_run(&test->table, action->run, action->context, NULL, request);
  void *instance = test->targets[index].instance;
  if (!instance) instance = target->make(target->context);
  if (!instance) return component_test_run(&test->table, component_test_nothing_made, NULL, NULL, request);
  bool is_kept = !(target->flags & COMPONENT_TARGET_PER_CALL);
  if (is_kept) test->targets[index].instance = instance;
  int32_t code = component_test_run(&test->table, action->run, action->context, instance, request);
  if (!is_kept) target->destroy(target->context, instance);
  return code;
}

// The functions of component_host that make calls, which wait as well where they should only start: `call`, `invoke`,
// and those that open a URL or a map key, which is the neighbour's target then.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline int32_t component_test_call(const component_host *host, const component_request *request) {
  component_test *test = (component_test *)(void *)(uintptr_t)host;
  size_t index = component_test_action_at(test, request->target, request->action);
  if (index < test->action_count) return component_test_run_action(test, &test->actions[index], request);
  if (component_test_target_at(test, request->target) < test->target_count) {
    return component_test_run(host, component_test_nobody, test, NULL, request);
  }
  component_run neighbour = test->neighbour ? test->neighbour : component_test_nobody;
  return component_test_run(host, neighbour, test->neighbour ? test->neighbour_context : NULL, NULL, request);
}

static inline int32_t component_test_open_text(const component_host *host, component_text text,
                                               const component_request *request) {
  component_request named = *request;
  named.target = text;
  named.action = component_text_of("");
  return component_test_call(host, &named);
}

// The function of component_host that writes URLs: that of target, action and parameters. Nobody has to be there.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline int32_t component_test_write_url(const component_host *host, component_text scheme,
                                               const component_request *request) {
  component_test_text url = COMPONENT_ZERO;
  (void)host;
  component_test_refusal refusal = component_test_add_url(&url, scheme, request);
  if (refusal.reason) {
    free(url.bytes);
    component_failure failure = COMPONENT_ZERO;
    failure.abi = COMPONENT_ABI_VERSION;
    failure.size = (uint32_t)sizeof(failure);
    failure.code = COMPONENT_FAILURE_INVALID;
    failure.reason = component_text_of(refusal.reason);
    failure.message = component_text_of(refusal.message);
    request->ended(request->context, NULL, &failure);
    return failure.code;
  }
  component_value reply = component_string(url.bytes);
  request->ended(request->context, &reply, NULL);
  free(url.bytes);
  return COMPONENT_OK;
}

// The functions of component_host that ask without calling. Of the component's own actions it is known whether they are
// there; of a neighbour nothing is. No target has an instance that could be let go of.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline int32_t component_test_has(const component_host *host, component_text target, component_text action,
                                         uint32_t flags, component_outcome ended, void *context) {
  component_test *test = (component_test *)(void *)(uintptr_t)host;
  component_value answer = COMPONENT_ZERO;
  component_failure failure = COMPONENT_ZERO;
  (void)flags;
  if (component_test_target_at(test, target) < test->target_count) {
    if (action.bytes && component_test_action_at(test, target, action) == test->action_count) {
      failure.abi = COMPONENT_ABI_VERSION;
      failure.size = (uint32_t)sizeof(failure);
      failure.code = COMPONENT_FAILURE_NOT_FOUND;
      failure.reason = component_text_of("no_such_action");
      failure.message = component_text_of("the component has no such action");
      if (ended) ended(context, NULL, &failure);
      return failure.code;
    }
    answer.kind = COMPONENT_KIND_BOOL;
    answer.as.boolean = true;
  }
  if (ended) ended(context, &answer, NULL);
  return COMPONENT_OK;
}

static inline int32_t component_test_can_open(const component_host *host, component_text url, uint32_t flags,
                                              component_outcome ended, void *context) {
  component_value unknown = COMPONENT_ZERO;
  (void)host, (void)url, (void)flags;
  if (ended) ended(context, &unknown, NULL);
  return COMPONENT_OK;
}

static inline int32_t component_test_release_instance(const component_host *host, component_text target,
                                                      component_outcome ended, void *context) {
  component_failure failure = COMPONENT_ZERO;
  (void)host, (void)target;
  failure.abi = COMPONENT_ABI_VERSION;
  failure.size = (uint32_t)sizeof(failure);
  failure.code = COMPONENT_FAILURE_NOT_FOUND;
  failure.reason = component_text_of("no_instance");
  failure.message = component_text_of("the target has no instance");
  if (ended) ended(context, NULL, &failure);
  return failure.code;
}

// The functions of component_host for routes, which lead nowhere here: they are taken, and nothing comes of them.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline int32_t component_test_take_route(const component_host *host, const component_route *route,
                                                component_outcome ended, void *context) {
  component_value taken = COMPONENT_ZERO;
  (void)host, (void)route;
  taken.kind = COMPONENT_KIND_BOOL;
  taken.as.boolean = true;
  if (ended) ended(context, &taken, NULL);
  return COMPONENT_OK;
}

static inline int32_t component_test_invoke(const component_host *host, const component_function *function,
                                            const component_request *request) {
  return component_test_run(host, function->run, function->context, NULL, request);
}

// The functions of component_host for giving up calls, which do nothing: a test gives no call up.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline bool component_test_is_cancelled(component_call *call) {
  (void)call;
  return false;
}

static inline void component_test_when_cancelled(component_call *deferred, void (*function)(void *context),
                                                 void *context, void (*release)(void *context)) {
  (void)deferred, (void)function;
  if (release) release(context);
}

static inline component_cancellation *component_test_make_cancellation(const component_host *host) {
  return (component_cancellation *)(void *)(uintptr_t)host;
}

static inline void component_test_forget_cancellation(component_cancellation *cancellation) { (void)cancellation; }

#endif
