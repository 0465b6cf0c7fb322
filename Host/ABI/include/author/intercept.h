// Interceptors: an action "intercept" stands before every call of a host whose program or policy names its target. It sees
// calls pass, changes them, sends them elsewhere, answers or refuses them. In C:
//
//   #include "component_author.h"
//
//   COMPONENT_INTERCEPTOR(guard, passing) {
//     if (component_text_is(passing->source, "remote") && component_text_is(passing->target, "Notes")) {
//       return component_fail(passing->call, COMPONENT_FAILURE_DENIED, "closed", "not from outside");
//     }
//     return component_proceed(passing);
//   }
//
//   COMPONENT_DEFINE(.name = "Guard", .summary = "Guards", .version = {1, 0, 0},
//                    COMPONENT_TARGETS({"Guard", "Guards", COMPONENT_ACTIONS(COMPONENT_INTERCEPT(guard))}))

#ifndef COMPONENT_AUTHOR_INTERCEPT_H
#define COMPONENT_AUTHOR_INTERCEPT_H

#include "answer.h"
#include "manifest.h"
#include "reading.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// A call on its way to its action, as an interceptor sees it. How `call` ends is how it ends.
typedef struct component_passing {
  component_call *call;  // the interceptor's own, with the hints and the deadline of the one that passes
  component_text target, action;
  const component_value *parameters;  // a map
  component_text source;              // "program", "component" or "remote"
  component_text component;           // the name of the component that calls; empty where it is none
  bool is_routed;
  const component_function *proceed;
} component_passing;

// What an interceptor makes of a call; what is null stays as it was.
typedef struct component_changes {
  const char *COMPONENT_NULLABLE target;
  const char *COMPONENT_NULLABLE action;
  const component_value *COMPONENT_NULLABLE parameters;  // a map
} component_changes;

// Reads the call that an interceptor is asked about. False if `call` has been failed, because it asks about none.
//
// OWNERSHIP: what is read lives as long as `call`.
// THREADS: as component_find.
static inline bool component_passing_of(component_call *call, component_passing *out) {
  const component_entry *COMPONENT_NULLABLE entries;
  size_t count;
  memset(out, 0, sizeof(*out));
  out->call = call;
  if (!component_text_parameter(call, "target", &out->target) || !component_text_parameter(call, "action", &out->action) ||
      !component_map_parameter(call, "parameters", &entries, &count) ||
      !component_text_parameter(call, "source", &out->source) ||
      !component_bool_parameter(call, "routed", &out->is_routed)) {
    return false;
  }
  out->parameters = (const component_value *)component_find(call, "parameters");
  out->component = component_get_text(call, "component", "");
  const component_function *COMPONENT_NULLABLE proceed;
  if (!component_function_parameter(call, "proceed", &proceed)) return false;
  out->proceed = (const component_function *)proceed;
  return true;
}

// The parameters of `proceed`: what is changed.
//
// OWNERSHIP: they borrow `changes`; there is room for three in `entries`.
// THREADS: any.
static inline size_t component_write_changes(const component_changes *changes, component_entry *entries) {
  size_t count = 0;
  if (changes->target) entries[count++] = component_pair("target", component_string(changes->target));
  if (changes->action) entries[count++] = component_pair("action", component_string(changes->action));
  if (changes->parameters) entries[count++] = component_pair("parameters", *changes->parameters);
  return count;
}

// Lets a call go on, changed, to the next interceptor, and behind the last one to the action. It ends as it ends there; the
// result is for the interceptor to return.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_ask.
static inline int32_t component_proceed_with(const component_passing *passing, component_changes changes) {
  component_entry entries[3];
  size_t count = component_write_changes(&changes, entries);
  component_request request = component_request_of(entries, count, component_pass_on, passing->call);
  request.parent = passing->call;
  passing->call->host->invoke(passing->call->host, passing->proceed, &request);
  return COMPONENT_OK;
}

// The same, as it is.
//
// OWNERSHIP: as component_proceed_with.
// THREADS: as component_ask.
static inline int32_t component_proceed(const component_passing *passing) {
  component_changes none = COMPONENT_ZERO;
  return component_proceed_with(passing, none);
}

// The same where the interceptor ends the call itself, once it has heard how it ended behind. To retry it proceeds again,
// after component_forget(answer), whose memory would else be lost. True after a reply. component_pass_answer ends it as it
// ended.
//
// OWNERSHIP: as component_ask.
// THREADS: as component_ask.
static inline bool component_proceed_and_hear(const component_passing *passing, component_changes changes,
                                              component_answer *answer) {
  component_entry entries[3];
  size_t count = component_write_changes(&changes, entries);
  return component_invoke(passing->call, passing->proceed, entries, count, answer);
}

#ifndef __cplusplus
// Begins an interceptor's function; `passing` is what its body calls the call that it sees.
#define COMPONENT_INTERCEPTOR(function, passing)                                                  \
  static int32_t function##_passing(const component_passing *passing);                            \
  COMPONENT_ACTION(function, call) {                                                              \
    component_passing component_passing_here;                                                     \
    if (!component_passing_of(call, &component_passing_here)) return COMPONENT_OK;                \
    return function##_passing(&component_passing_here);                                           \
  }                                                                                               \
  static int32_t function##_passing(const component_passing *passing)

// Its row among the actions of its target, which must not be serial.
#define COMPONENT_INTERCEPT(function) {"intercept", NULL, "Stands before every call", function}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
