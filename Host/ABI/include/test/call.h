// Calls: one call under way in the small host, from its action to its end.

#ifndef COMPONENT_TEST_CALL_H
#define COMPONENT_TEST_CALL_H

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "../author/failure.h"
#include "signature.h"

// A call as the component sees it, and the call that it belongs to. A call has two: one for its action, and one for the
// component that defers it.
typedef struct component_test_view {
  component_call call;
  struct component_test_running *running;
} component_test_view;

// One call under way.
typedef struct component_test_running {
  component_test_view own, deferred;
  const component_request *request;
  const component_test_action *action;  // to whose signature its reply is held; null: to none
  pthread_mutex_t lock;
  pthread_cond_t changed;
  size_t holds;  // of the component that deferred it
  bool has_ended, has_ended_twice;
  int32_t code;  // of the failure it ended with
} component_test_running;

// A deferred call that takes longer than this has been forgotten.
#define COMPONENT_TEST_SECONDS 10

// The call of a pointer that the component passes.
//
// OWNERSHIP: as `call`.
// THREADS: any.
static inline component_test_running *component_test_running_of(component_call *call) {
  return ((component_test_view *)(void *)call)->running;
}

// Ends a call, once.
//
// OWNERSHIP: what is passed is borrowed until the function returns.
// THREADS: any.
static inline int32_t component_test_end_call(component_test_running *running, const component_value *reply,
                                              const component_failure *failure) {
  pthread_mutex_lock(&running->lock);
  bool is_first = !running->has_ended;
  running->has_ended = true;
  if (!is_first) running->has_ended_twice = true;
  else running->code = failure ? failure->code : COMPONENT_OK;
  pthread_mutex_unlock(&running->lock);
  if (!is_first) return COMPONENT_FAILURE_ENDED;
  running->request->ended(running->request->context, reply, failure);
  return COMPONENT_OK;
}

// Ends a call with a failure that the host itself has to tell.
//
// OWNERSHIP: the texts are borrowed until the function returns.
// THREADS: any.
static inline void component_test_fail_call(component_test_running *running, int32_t code, const char *reason,
                                            const char *message) {
  component_failure failure = COMPONENT_ZERO;
  failure.abi = COMPONENT_ABI_VERSION;
  failure.size = (uint32_t)sizeof(failure);
  failure.code = code;
  failure.reason = component_text_of(reason);
  failure.message = component_text_of(message);
  component_test_end_call(running, NULL, &failure);
}

// The functions of component_host that belong to a call.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline int32_t component_test_host_reply(component_call *call, const component_value *value) {
  component_test_running *running = component_test_running_of(call);
  if (running->action) {
    const component_test *test = (const component_test *)(const void *)running->deferred.call.host;
    component_message misfit = component_test_misfit(&test->now, running->action, value), message = COMPONENT_ZERO;
    component_text path = component_text_of(running->action->target);
    char text[COMPONENT_MESSAGE_LIMIT + 1] = "";
    if (misfit.length > 0) {
      component_message_add(&message, path);
      component_message_say(&message, ".");
      component_message_say(&message, running->action->name);
      component_message_say(&message, " does not keep to its signature: ");
      path.bytes = misfit.bytes;
      path.length = misfit.length;
      component_message_add(&message, path);
      memcpy(text, message.bytes, message.length);
      component_test_fail_call(running, COMPONENT_FAILURE_FAILED, "mistyped_reply", text);
      return COMPONENT_FAILURE_INVALID;
    }
  }
  return component_test_end_call(running, value, NULL);
}

static inline int32_t component_test_host_fail(component_call *call, const component_failure *failure) {
  return component_test_end_call(component_test_running_of(call), NULL, failure);
}

static inline int32_t component_test_host_progress(component_call *call, const component_progress *progress) {
  const component_request *request = component_test_running_of(call)->request;
  if (request->progressed) request->progressed(request->context, progress);
  return COMPONENT_OK;
}

static inline component_call *component_test_host_defer(component_call *call) {
  component_test_running *running = component_test_running_of(call);
  pthread_mutex_lock(&running->lock);
  bool has_ended = running->has_ended;
  if (!has_ended) running->holds++;
  pthread_mutex_unlock(&running->lock);
  return has_ended ? NULL : &running->deferred.call;
}

static inline void component_test_host_release(component_call *call) {
  component_test_running *running = component_test_running_of(call);
  pthread_mutex_lock(&running->lock);
  bool is_lost = running->holds == 1 && !running->has_ended;
  pthread_mutex_unlock(&running->lock);
  if (is_lost) {
    component_test_fail_call(running, COMPONENT_FAILURE_FAILED, "no_reply", "the deferred call was dropped");
  }
  pthread_mutex_lock(&running->lock);
  running->holds--;
  pthread_cond_broadcast(&running->changed);
  pthread_mutex_unlock(&running->lock);
}

// Until when a call may take: what its request says, or the call that it serves where that ends earlier. 0: for ever.
//
// OWNERSHIP: `request` is borrowed.
// THREADS: any.
static inline int64_t component_test_deadline(const component_request *request) {
  int64_t outer = request->parent ? request->parent->deadline : 0;
  if (request->deadline == 0 || (outer != 0 && outer < request->deadline)) return outer;
  return request->deadline;
}

// Runs an action or a function, and returns when its call has ended and is not held any more. Its reply is held against
// the signature of `action`, if that is given. The result is COMPONENT_OK after a reply, else the failure's code.
//
// OWNERSHIP: `request` and all it points to are borrowed until the function returns.
// THREADS: any.
static inline int32_t component_test_run(const component_host *host, component_run run, void *context, void *instance,
                                         const component_test_action *action, const component_request *request) {
  component_test_running running = COMPONENT_ZERO;
  component_call call = COMPONENT_ZERO;
  call.abi = COMPONENT_ABI_VERSION;
  call.size = (uint32_t)sizeof(call);
  call.host = host;
  call.target = request->target;
  call.action = request->action;
  call.parameters = request->parameters;
  call.parameter_count = request->parameter_count;
  call.hints = request->hints;
  call.hint_count = request->hint_count;
  call.deadline = component_test_deadline(request);
  call.instance = instance;
  running.own.call = running.deferred.call = call;
  running.own.running = running.deferred.running = &running;
  running.request = request;
  running.action = action;
  pthread_mutex_init(&running.lock, NULL);
  pthread_cond_init(&running.changed, NULL);
  int32_t code = run(context, &running.own.call);
  // From here on only a deferred call may be used.
  memset(&running.own.call, 0, sizeof(running.own.call));
  struct timespec end;
  timespec_get(&end, TIME_UTC);
  end.tv_sec += COMPONENT_TEST_SECONDS;
  pthread_mutex_lock(&running.lock);
  while (running.holds > 0) {
    if (pthread_cond_timedwait(&running.changed, &running.lock, &end) == 0) continue;
    fprintf(stderr, "'%.*s' deferred its call and has not released it within %d seconds\n", (int)request->action.length,
            request->action.bytes, COMPONENT_TEST_SECONDS);
    exit(1);
  }
  pthread_mutex_unlock(&running.lock);
  if (!running.has_ended && code != COMPONENT_OK) {
    component_test_fail_call(&running, code, "failed", "the action returned a code");
  } else if (!running.has_ended) {
    component_test_fail_call(&running, COMPONENT_FAILURE_FAILED, "no_reply", "the action ended without a reply");
  } else if (running.has_ended_twice) {
    fprintf(stderr, "'%.*s' ended its call twice\n", (int)request->action.length, request->action.bytes);
    exit(1);
  }
  pthread_cond_destroy(&running.changed);
  pthread_mutex_destroy(&running.lock);
  return running.code;
}

#endif
