// Answers: what a neighbour said, kept for as long as the caller looks at it, so that it needs no receiver.

#ifndef COMPONENT_AUTHOR_ANSWER_H
#define COMPONENT_AUTHOR_ANSWER_H

#include "failure.h"
#include "keep.h"
#include "neighbour.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// What a call came to. Everything in it is kept until component_forget.
typedef struct component_answer {
  int32_t code;                                        // COMPONENT_OK after a reply
  uint32_t voice;                                      // of a failure, COMPONENT_VOICE_*
  const component_value *COMPONENT_NULLABLE reply;     // null after a failure
  component_text reason, message;                      // of a failure
  const component_value *COMPONENT_NULLABLE details;   // of a failure
  const component_value *COMPONENT_NULLABLE stand_in;  // what a stand-in said, where the neighbour is not there
  component_value kept;                                // the memory of all that
} component_answer;

// A receiver whose context is a component_answer.
//
// OWNERSHIP: as component_receiver.
// THREADS: as component_receiver.
static inline void component_take_answer(void *COMPONENT_NULLABLE context,
                                         const component_value *COMPONENT_NULLABLE reply,
                                         const component_failure *COMPONENT_NULLABLE failure) {
  component_answer *answer = (component_answer *)context;
  component_value parts[4] = {COMPONENT_ZERO, COMPONENT_ZERO, COMPONENT_ZERO, COMPONENT_ZERO};
  size_t count = 1;
  if (reply) {
    parts[0] = *reply;
  } else if (failure) {
    answer->code = failure->code;
    answer->voice = failure->voice;
    parts[0] = component_text_value(failure->reason);
    parts[1] = component_text_value(failure->message);
    parts[2] = failure->details;
    if (failure->answer) parts[3] = *failure->answer;
    count = failure->answer ? 4 : 3;
  }
  component_value all = component_list(parts, count);
  if (!component_keep(&all, &answer->kept)) {
    answer->code = COMPONENT_FAILURE_FAILED;
    answer->reason = component_text_of("no_memory");
    answer->message = component_text_of("there is no memory for the answer");
    return;
  }
  const component_value *items = answer->kept.as.items;
  if (reply) {
    answer->reply = &items[0];
    return;
  }
  answer->reason = component_text_in(&items[0]);
  answer->message = component_text_in(&items[1]);
  answer->details = &items[2];
  if (count == 4) answer->stand_in = &items[3];
}

// A request to an action of a neighbour, to which a deadline, a cancellation, hints and more can be added before
// component_send; made in the service of `parent` where that is not null, on whatever thread.
//
// OWNERSHIP: the result borrows everything.
// THREADS: any.
static inline component_request component_request_to(const char *target, const char *action,
                                                     const component_entry *COMPONENT_NULLABLE parameters, size_t count,
                                                     component_call *COMPONENT_NULLABLE parent) {
  component_request request = component_request_of(parameters, count, component_take_answer, NULL);
  request.target = component_text_of(target);
  request.action = component_text_of(action);
  request.parent = parent;
  return request;
}

// Makes a call and waits for its end. True after a reply.
//
// OWNERSHIP: `request` is borrowed until the function returns; the answer is the caller's until component_forget.
// THREADS: any, also inside an action; not inside register.
static inline bool component_send(const component_host *host, component_request request, component_answer *answer) {
  memset(answer, 0, sizeof(*answer));
  request.ended = component_take_answer;
  request.context = answer;
  // What could not even be asked has no receiver.
  int32_t code = host->call(host, &request);
  if (code != COMPONENT_OK && answer->code == COMPONENT_OK) answer->code = code;
  return answer->code == COMPONENT_OK;
}

// Makes a call and returns as soon as its action does: it is not waited for. `ended` hears the end, once, and the request's
// own `progressed` what comes before it; both get `context`.
//
// OWNERSHIP: `request` is borrowed until the function returns, but that its parent must be under way until the end;
//            `context` is lent to both until `ended` returns.
// THREADS: any, also inside an action; not inside register. `ended` and `progressed` are called on any thread.
static inline void component_start(const component_host *host, component_request request, component_receiver ended,
                                   void *COMPONENT_NULLABLE context) {
  request.ended = ended;
  request.context = context;
  host->start(host, &request);
}

// As component_start, of a function that was handed over, instead of the request's target and action, for which "" stands.
//
// OWNERSHIP: as component_start; `function` is borrowed until the function returns.
// THREADS: as component_start.
static inline void component_start_function(const component_host *host, const component_function *function,
                                            component_request request, component_receiver ended,
                                            void *COMPONENT_NULLABLE context) {
  request.ended = ended;
  request.context = context;
  host->start_invoke(host, function, &request);
}

// As component_send and component_start, of a URL, which is opened as a caller from outside would, with the request's parameters
// besides what it says; its hints it has in itself. A host that has no such function fails it with the reason "host_too_old".
//
// OWNERSHIP: as component_send and component_start; `url` is borrowed until the function returns.
// THREADS: as these.
static inline bool component_send_url(const component_host *host, const char *url, component_request request,
                                      component_answer *answer) {
  memset(answer, 0, sizeof(*answer));
  request.ended = component_take_answer;
  request.context = answer;
  int32_t code = COMPONENT_HAS(host, open_with)
                     ? host->open_with(host, component_text_of(url), &request)
                     : component_host_too_old(COMPONENT_CANT_OPEN_WITH, component_take_answer, answer);
  if (code != COMPONENT_OK && answer->code == COMPONENT_OK) answer->code = code;
  return answer->code == COMPONENT_OK;
}

static inline void component_start_url(const component_host *host, const char *url, component_request request,
                                       component_receiver ended, void *COMPONENT_NULLABLE context) {
  request.ended = ended;
  request.context = context;
  if (COMPONENT_HAS(host, start_open_with)) {
    host->start_open_with(host, component_text_of(url), &request);
  } else {
    component_host_too_old(COMPONENT_CANT_OPEN_WITH, ended, context);
  }
}

// The same of a map key, "BookDetail_cover", with the request's parameters and hints.
//
// OWNERSHIP: as component_send and component_start; `key` is borrowed until the function returns.
// THREADS: as these.
static inline bool component_send_key(const component_host *host, const char *key, component_request request,
                                      component_answer *answer) {
  memset(answer, 0, sizeof(*answer));
  request.ended = component_take_answer;
  request.context = answer;
  int32_t code = host->open_key(host, component_text_of(key), &request);
  if (code != COMPONENT_OK && answer->code == COMPONENT_OK) answer->code = code;
  return answer->code == COMPONENT_OK;
}

static inline void component_start_key(const component_host *host, const char *key, component_request request,
                                       component_receiver ended, void *COMPONENT_NULLABLE context) {
  request.ended = ended;
  request.context = context;
  host->start_open_key(host, component_text_of(key), &request);
}

// Calls a neighbour's action in the service of a call, and waits for its end. True after a reply.
//
// OWNERSHIP: everything is borrowed until the function returns; the answer is the caller's until component_forget.
// THREADS: as component_host.reply of `call`.
static inline bool component_ask(component_call *call, const char *target, const char *action,
                                 const component_entry *COMPONENT_NULLABLE parameters, size_t count,
                                 component_answer *answer) {
  return component_send(call->host, component_request_to(target, action, parameters, count, call), answer);
}

// Gives an answer back.
//
// OWNERSHIP: nothing of the answer may be used any more.
// THREADS: any.
static inline void component_forget(component_answer *answer) {
  component_let_go(&answer->kept);
  memset(answer, 0, sizeof(*answer));
}

// Whether the neighbour is missing, be it that nothing has its name, that it is refused, takes too long or crashes: it
// said neither a reply nor that it was asked wrongly, and the call was not given up. What a stand-in said counts for
// nothing.
//
// OWNERSHIP: everything is borrowed.
// THREADS: any.
static inline bool component_is_missing(const component_answer *answer) {
  return answer->code != COMPONENT_OK && answer->code != COMPONENT_FAILURE_INVALID &&
         answer->code != COMPONENT_FAILURE_CANCELLED;
}

// The same where some reasons are the neighbour's own words, which its caller knows: a failure of one of them is an answer,
// and the neighbour is not missing. `answers` are separated by spaces, "sold_out no_such_book"; null: there are none.
//
// OWNERSHIP: everything is borrowed.
// THREADS: any.
static inline bool component_is_missing_but(const component_answer *answer, const char *COMPONENT_NULLABLE answers) {
  const component_text reason = answer->reason;
  component_text word = component_next_word(&answers);
  for (; word.length > 0; word = component_next_word(&answers)) {
    if (word.length == reason.length && memcmp(word.bytes, reason.bytes, word.length) == 0) return false;
  }
  return component_is_missing(answer);
}

// Ends a call as the one of the answer ended.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_host.reply.
static inline int32_t component_pass_answer(component_call *call, const component_answer *answer) {
  if (answer->reply) return call->host->reply(call, answer->reply);
  component_failure failure = COMPONENT_ZERO;
  failure.abi = COMPONENT_ABI_VERSION;
  failure.size = (uint32_t)sizeof(failure);
  failure.code = answer->code;
  failure.voice = answer->voice;
  failure.reason = answer->reason;
  failure.message = answer->message;
  if (answer->details) failure.details = *answer->details;
  failure.answer = answer->stand_in;
  return call->host->fail(call, &failure);
}

// As component_ask, of a neighbour that may be missing: the answer has no reply then. False if `call` has been failed as the
// neighbour's was, because that one said it was asked wrongly, was given up, or failed for a reason of `answers`, which are
// those of component_is_missing_but; the action then returns COMPONENT_OK.
//
// OWNERSHIP: as component_ask, but that there is nothing to forget where the result is false.
// THREADS: as component_ask.
static inline bool component_ask_if_there_but(component_call *call, const char *target, const char *action,
                                              const component_entry *COMPONENT_NULLABLE parameters, size_t count,
                                              const char *COMPONENT_NULLABLE answers, component_answer *answer) {
  if (component_ask(call, target, action, parameters, count, answer)) return true;
  if (component_is_missing_but(answer, answers)) return true;
  component_pass_answer(call, answer);
  component_forget(answer);
  return false;
}

// The same where no reason of the neighbour's own is known.
//
// OWNERSHIP: as component_ask_if_there_but.
// THREADS: as component_ask.
static inline bool component_ask_if_there(component_call *call, const char *target, const char *action,
                                          const component_entry *COMPONENT_NULLABLE parameters, size_t count,
                                          component_answer *answer) {
  return component_ask_if_there_but(call, target, action, parameters, count, NULL, answer);
}

// Fails a call because a neighbour is missing, without which nothing can be done: the message says what can't be done, and
// why, "no bread today: no component named 'Mill'"; the reason is "no_mill", and `missing` in the details says the same to
// programs.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_host.fail.
static inline int32_t component_fail_missing(component_call *call, const char *target, const char *message,
                                             const component_answer *answer) {
  component_message said = COMPONENT_ZERO;
  component_text name = component_text_of(target), words = COMPONENT_ZERO;
  char reason[256] = "no_";
  const char *dot = strchr(target, '.');
  if (dot) name.length = (size_t)(dot - target);
  for (size_t index = 0; index < name.length && index + 4 < sizeof(reason); index++) {
    char letter = target[index];
    reason[index + 3] = letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
  }
  component_message_say(&said, message);
  component_message_say(&said, ": ");
  component_message_add(&said, answer->message);
  words.bytes = said.bytes;
  words.length = said.length;
  const component_entry why[] = {component_pair("reason", component_text_value(answer->reason)),
                                 component_pair("message", component_text_value(answer->message))};
  component_entry who = component_pair("", component_map(why, 2));
  who.key = name;
  component_entry missing = component_pair("missing", component_map(&who, 1));
  return component_fail_with(call, COMPONENT_FAILURE_FAILED, reason, words, component_map(&missing, 1));
}

// As component_ask, of a neighbour without which nothing can be done. False if `call` has been failed: by
// component_fail_missing, or as the neighbour's was, because that one said it was asked wrongly, was given up, or failed for
// a reason of `answers`, which are those of component_is_missing_but. The action then returns COMPONENT_OK.
//
// OWNERSHIP: as component_ask_if_there_but; `message` is borrowed until the function returns.
// THREADS: as component_ask.
static inline bool component_ask_needed_but(component_call *call, const char *target, const char *action,
                                            const component_entry *COMPONENT_NULLABLE parameters, size_t count,
                                            const char *message, const char *COMPONENT_NULLABLE answers,
                                            component_answer *answer) {
  if (component_ask(call, target, action, parameters, count, answer)) return true;
  if (component_is_missing_but(answer, answers)) component_fail_missing(call, target, message, answer);
  else component_pass_answer(call, answer);
  component_forget(answer);
  return false;
}

// The same where no reason of the neighbour's own is known.
//
// OWNERSHIP: as component_ask_needed_but.
// THREADS: as component_ask.
static inline bool component_ask_needed(component_call *call, const char *target, const char *action,
                                        const component_entry *COMPONENT_NULLABLE parameters, size_t count,
                                        const char *message, component_answer *answer) {
  return component_ask_needed_but(call, target, action, parameters, count, message, NULL, answer);
}

// Calls a function that was handed over, in the service of a call, and waits for its end. True after a reply.
//
// OWNERSHIP: as component_ask; `function` is borrowed until the function returns.
// THREADS: as component_ask.
static inline bool component_invoke(component_call *call, const component_function *function,
                                    const component_entry *COMPONENT_NULLABLE parameters, size_t count,
                                    component_answer *answer) {
  component_request request = component_request_of(parameters, count, component_take_answer, answer);
  memset(answer, 0, sizeof(*answer));
  request.parent = call;
  int32_t code = call->host->invoke(call->host, function, &request);
  if (code != COMPONENT_OK && answer->code == COMPONENT_OK) answer->code = code;
  return answer->code == COMPONENT_OK;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
