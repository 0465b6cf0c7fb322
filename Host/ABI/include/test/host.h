// The small host: where calls go.

#ifndef COMPONENT_TEST_HOST_H
#define COMPONENT_TEST_HOST_H

#include "../author/deferred.h"
#include "call.h"
#include "stub.h"

// Actions that fail: the one of a neighbour that is missing, the one of a component that is just being started, and the
// one of a target that makes no instance.
//
// OWNERSHIP: as component_run.
// THREADS: as component_run.
static inline int32_t component_test_nobody(void *context, component_call *call) {
  return component_fail(call, COMPONENT_FAILURE_NOT_FOUND, context ? "no_such_action" : "no_such_component",
                        context ? "the component has no such action" : "there is no such neighbour");
}

static inline int32_t component_test_too_early(void *context, component_call *call) {
  (void)context;
  return component_fail(call, COMPONENT_FAILURE_REFUSED, "not_registered",
                        "it is just being started, by this very call");
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
  component_test_target *target = &test->now.targets[index];
  if (!target->row.make) return component_test_run(&test->table, action->run, action->context, NULL, action, request);
  void *instance = target->instance ? target->instance : target->row.make(target->row.context);
  if (!instance) return component_test_run(&test->table, component_test_nothing_made, NULL, NULL, NULL, request);
  bool is_kept = !(target->row.flags & COMPONENT_TARGET_PER_CALL);
  if (is_kept) target->instance = instance, target->calls++;
  int32_t code = component_test_run(&test->table, action->run, action->context, instance, action, request);
  if (is_kept) target->calls--;
  else target->row.destroy(target->row.context, instance);
  component_test_destroy_owed(target);
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
  if (test->is_starting && component_test_target_at(test, request->target) < test->now.target_count) {
    return component_test_run(host, component_test_too_early, NULL, NULL, NULL, request);
  }
  if (index < test->now.action_count) return component_test_run_action(test, &test->now.actions[index], request);
  if (component_test_target_at(test, request->target) < test->now.target_count) {
    return component_test_run(host, component_test_nobody, test, NULL, NULL, request);
  }
  component_test_note_asked(test, request);
  const component_test_stub_row *stub = component_test_stub_at(test, request->target, request->action);
  if (stub) return component_test_run(host, stub->run, stub->context, NULL, NULL, request);
  component_run neighbour = test->neighbour ? test->neighbour : component_test_nobody;
  return component_test_run(host, neighbour, test->neighbour ? test->neighbour_context : NULL, NULL, NULL, request);
}

static inline int32_t component_test_open_text(const component_host *host, component_text text,
                                               const component_request *request) {
  component_request named = *request;
  named.target = text;
  named.action = component_text_of("");
  return component_test_call(host, &named);
}

// A URL has no hints besides its own, and only what it is opened with, if anything, parameters.
static inline int32_t component_test_open_url_with(const component_host *host, component_text url,
                                                   const component_request *request) {
  component_request bare = *request;
  bare.hints = NULL;
  bare.hint_count = 0;
  return component_test_open_text(host, url, &bare);
}

static inline int32_t component_test_open_url(const component_host *host, component_text url,
                                              const component_request *request) {
  component_request bare = *request;
  bare.parameters = NULL;
  bare.parameter_count = 0;
  return component_test_open_url_with(host, url, &bare);
}

static inline int32_t component_test_invoke(const component_host *host, const component_function *function,
                                            const component_request *request) {
  return component_test_run(host, function->run, function->context, NULL, NULL, request);
}

// The functions of component_host for giving up calls: all of them are given up, or none, as the test's `gives_up` says
// when it is asked, besides those whose deadline has passed. What a component itself gives up ends by itself.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline bool component_test_is_cancelled(component_call *call) {
  return ((const component_test *)(const void *)call->host)->gives_up || component_time_left(call) == 0;
}

static inline void component_test_when_cancelled(component_call *deferred, void (*function)(void *context),
                                                 void *context, void (*release)(void *context)) {
  if (component_test_is_cancelled(deferred)) function(context);
  if (release) release(context);
}

// All calls have the place in a trace that the test says.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline component_text component_test_trace(component_call *call) {
  return component_text_of(((const component_test *)(const void *)call->host)->trace);
}

static inline component_cancellation *component_test_make_cancellation(const component_host *host) {
  return (component_cancellation *)(void *)(uintptr_t)host;
}

static inline void component_test_forget_cancellation(component_cancellation *cancellation) { (void)cancellation; }

#endif
