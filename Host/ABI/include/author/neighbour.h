// Neighbours: calling another component.

#ifndef COMPONENT_AUTHOR_NEIGHBOUR_H
#define COMPONENT_AUTHOR_NEIGHBOUR_H

#include "text.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// Hears the end of a call to a neighbour: `reply` or `failure` is set, the other is null.
//
// OWNERSHIP: what is passed is borrowed until the function returns; copy what is to be kept.
// THREADS: any one thread, before component_call_action returns; of a call that is not waited for, at any time.
typedef void (*component_receiver)(void *COMPONENT_NULLABLE context, const component_value *COMPONENT_NULLABLE reply,
                                   const component_failure *COMPONENT_NULLABLE failure);

// component_call_action sets every field of a request by itself, so `place` must be the last one.
typedef char component_request_is_whole
    [offsetof(component_request, place) + sizeof(component_place *) == sizeof(component_request) ? 1 : -1];

// A request with its parameters and its listener, and else nothing.
//
// OWNERSHIP: the result borrows everything.
// THREADS: any.
static inline component_request component_request_of(const component_entry *COMPONENT_NULLABLE parameters, size_t count,
                                                     component_receiver receiver, void *COMPONENT_NULLABLE context) {
  // Each field by itself: zeroing the whole first is what compilers do slowly.
  component_request request;
  request.abi = COMPONENT_ABI_VERSION;
  request.size = (uint32_t)sizeof(request);
  request.target = component_text_of("");
  request.action = component_text_of("");
  request.parameters = parameters;
  request.parameter_count = count;
  request.ended = receiver;
  request.progressed = NULL;
  request.context = context;
  request.deadline = 0;
  request.cancellation = NULL;
  request.parent = NULL;
  request.flags = 0;
  request.reserved = 0;
  request.hints = NULL;
  request.hint_count = 0;
  request.skips = NULL;
  request.skip_count = 0;
  request.place = NULL;
  return request;
}

// Calls a neighbour's action and returns when the call has ended; it is part of the call that runs on this thread.
// The result is COMPONENT_OK after a reply, else the failure's code. Where the neighbour is gone, `receiver` hears a
// failure of the code COMPONENT_FAILURE_NOT_FOUND as any other; component_said tells what a stand-in said instead.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: any, also inside an action; not inside register.
static inline int32_t component_call_action(const component_host *host, const char *target, const char *action,
                                            const component_entry *COMPONENT_NULLABLE parameters, size_t count,
                                            component_receiver receiver, void *COMPONENT_NULLABLE context) {
  component_request request = component_request_of(parameters, count, receiver, context);
  request.target = component_text_of(target);
  request.action = component_text_of(action);
  return host->call(host, &request);
}

// Tells a receiver that the host is older than what is asked of it. The result is the failure's code.
//
// OWNERSHIP: `message` is borrowed until the function returns.
// THREADS: any.
static inline int32_t component_host_too_old(const char *message, component_receiver receiver,
                                             void *COMPONENT_NULLABLE context) {
  component_failure failure = COMPONENT_ZERO;
  failure.abi = COMPONENT_ABI_VERSION;
  failure.size = (uint32_t)sizeof(failure);
  failure.code = COMPONENT_FAILURE_FAILED;
  failure.reason = component_text_of("host_too_old");
  failure.message = component_text_of(message);
  receiver(context, NULL, &failure);
  return failure.code;
}

#define COMPONENT_CANT_OPEN_WITH "the host can't open a URL with parameters from here"

// Opens a URL as a caller from outside would, with parameters from here besides what the URL says, and returns when the
// call has ended: component_host.open_with. A host that has no such function fails it with the reason "host_too_old". Where
// `parameters` is null it is the URL alone: component_host.open.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: any, also inside an action; not inside register.
static inline int32_t component_open_url(const component_host *host, const char *url,
                                         const component_entry *COMPONENT_NULLABLE parameters, size_t count,
                                         component_receiver receiver, void *COMPONENT_NULLABLE context) {
  component_request request = component_request_of(parameters, count, receiver, context);
  if (!parameters) return host->open(host, component_text_of(url), &request);
  if (!COMPONENT_HAS(host, open_with)) {
    return component_host_too_old(COMPONENT_CANT_OPEN_WITH, receiver, context);
  }
  return host->open_with(host, component_text_of(url), &request);
}

// Whether something could be called: component_host.has and its like.
#define COMPONENT_PRESENT 1
#define COMPONENT_ABSENT 0
#define COMPONENT_PRESENCE_UNKNOWN (-1)

static inline void component_note_presence(void *COMPONENT_NULLABLE context,
                                           const component_value *COMPONENT_NULLABLE reply,
                                           const component_failure *COMPONENT_NULLABLE failure) {
  bool is_known = reply && reply->kind != COMPONENT_KIND_NULL;
  // A wait that took too long has not told whether it is there.
  bool is_absent = failure && failure->code != COMPONENT_FAILURE_TIMED_OUT && failure->code != COMPONENT_FAILURE_CANCELLED;
  *(int *)context = is_known ? COMPONENT_PRESENT : is_absent ? COMPONENT_ABSENT : COMPONENT_PRESENCE_UNKNOWN;
}

// Whether there is a target, and an action of it where `action` is not null. `flags` is 0, and then no component's code
// runs, or COMPONENT_ASK_LOADING. The result is COMPONENT_PRESENT, COMPONENT_ABSENT, or COMPONENT_PRESENCE_UNKNOWN where
// that can't be told without loading, or not in the time there is, or the host is too old to be asked; component_host.has
// says why as well.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: any, also inside an action; not inside register.
static inline int component_has_action(const component_host *host, const char *target,
                                       const char *COMPONENT_NULLABLE action, uint32_t flags) {
  int presence = COMPONENT_ABSENT;
  if (!COMPONENT_HAS(host, has)) return COMPONENT_PRESENCE_UNKNOWN;
  host->has(host, component_text_of(target), component_text_of(action), flags, component_note_presence, &presence);
  return presence;
}

// Whether a URL could be opened; as component_has_action.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: any, also inside an action; not inside register.
static inline int component_can_open(const component_host *host, const char *url, uint32_t flags) {
  int presence = COMPONENT_ABSENT;
  if (!COMPONENT_HAS(host, can_open)) return COMPONENT_PRESENCE_UNKNOWN;
  host->can_open(host, component_text_of(url), flags, component_note_presence, &presence);
  return presence;
}

// Lets go of a target's instance, which is destroyed on another thread, when no call is in it. Whether there was one.
//
// OWNERSHIP: `target` is borrowed until the function returns.
// THREADS: any, also inside an action; not inside register.
static inline bool component_release_instance(const component_host *host, const char *target) {
  return COMPONENT_HAS(host, release_instance) &&
         host->release_instance(host, component_text_of(target), NULL, NULL) == COMPONENT_OK;
}

// What a call by name came to, for a receiver that takes anything: the reply, or else what a stand-in said for a
// neighbour that is not there. Null where neither said anything. `failure` alone tells which of them it was.
//
// OWNERSHIP: the result is borrowed as long as `reply` and `failure` are.
// THREADS: any.
static inline const component_value *COMPONENT_NULLABLE component_said(
    const component_value *COMPONENT_NULLABLE reply, const component_failure *COMPONENT_NULLABLE failure) {
  if (reply || !failure) return reply;
  return failure->answer;
}

// A receiver whose context is a component_call: it ends that call as the neighbour's ended.
//
// OWNERSHIP: as component_receiver.
// THREADS: as component_host.reply of the call in `context`.
static inline void component_pass_on(void *COMPONENT_NULLABLE context, const component_value *COMPONENT_NULLABLE reply,
                                     const component_failure *COMPONENT_NULLABLE failure) {
  component_call *call = (component_call *)context;
  if (reply) {
    call->host->reply(call, reply);
  } else if (failure) {
    call->host->fail(call, failure);
  }
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
