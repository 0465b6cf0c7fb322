// Questions: what a component asks and writes without a call.

#ifndef COMPONENT_TEST_QUESTION_H
#define COMPONENT_TEST_QUESTION_H

#include "../author/value.h"
#include "stub.h"
#include "url.h"

// Tells the end of a question: with a reply, or with a failure of this code and these words, which is then the result.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_outcome.
static inline int32_t component_test_reply_to(component_outcome ended, void *context, component_value reply) {
  if (ended) ended(context, &reply, NULL);
  return COMPONENT_OK;
}

static inline int32_t component_test_refuse_to(component_outcome ended, void *context, int32_t code, const char *reason,
                                               const char *message) {
  component_failure failure = COMPONENT_ZERO;
  failure.abi = COMPONENT_ABI_VERSION;
  failure.size = (uint32_t)sizeof(failure);
  failure.code = code;
  failure.reason = component_text_of(reason);
  failure.message = component_text_of(message);
  if (ended) ended(context, NULL, &failure);
  return code;
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
  int32_t code =
      refusal.reason
          ? component_test_refuse_to(request->ended, request->context, COMPONENT_FAILURE_INVALID, refusal.reason,
                                     refusal.message)
          : component_test_reply_to(request->ended, request->context, component_string(url.bytes));
  free(url.bytes);
  return code;
}

// The functions of component_host that ask without calling. Of the component's own actions it is known whether they are
// there, and of a stub's; of a
// neighbour else nothing is.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline int32_t component_test_has(const component_host *host, component_text target, component_text action,
                                         uint32_t flags, component_outcome ended, void *context) {
  component_test *test = (component_test *)(void *)(uintptr_t)host;
  (void)flags;
  if (component_test_stub_at(test, target, action)) return component_test_reply_to(ended, context, component_bool(true));
  if (component_test_target_at(test, target) == test->now.target_count) {
    return component_test_reply_to(ended, context, component_null());
  }
  if (action.bytes && component_test_action_at(test, target, action) == test->now.action_count) {
    return component_test_refuse_to(ended, context, COMPONENT_FAILURE_NOT_FOUND, "no_such_action",
                                    "the component has no such action");
  }
  return component_test_reply_to(ended, context, component_bool(true));
}

static inline int32_t component_test_can_open(const component_host *host, component_text url, uint32_t flags,
                                              component_outcome ended, void *context) {
  (void)host, (void)url, (void)flags;
  return component_test_reply_to(ended, context, component_null());
}

static inline int32_t component_test_release_instance(const component_host *host, component_text target,
                                                      component_outcome ended, void *context) {
  component_test *test = (component_test *)(void *)(uintptr_t)host;
  size_t index = component_test_target_at(test, target);
  component_test_target *row = index < test->now.target_count ? &test->now.targets[index] : NULL;
  if (!row || !component_test_drop_instance(row)) {
    return component_test_refuse_to(ended, context, COMPONENT_FAILURE_NOT_FOUND, "no_instance",
                                    "the target has no instance");
  }
  component_test_destroy_owed(row);
  return component_test_reply_to(ended, context, component_bool(true));
}

// The functions of component_host for routes, which lead nowhere here: they are taken, and nothing comes of them.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline int32_t component_test_take_route(const component_host *host, const component_route *route,
                                                component_outcome ended, void *context) {
  (void)host, (void)route;
  return component_test_reply_to(ended, context, component_bool(true));
}

#endif
