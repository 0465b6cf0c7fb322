// What the C sample says of calls, of what is handed over, of who asks and what runs it; its namesakes do with theirs.

#ifndef SAMPLE_MORE_H
#define SAMPLE_MORE_H

#include "component_author.h"

#include <stdatomic.h>

// How many deferred calls were given up.
static atomic_int given_up;

// Bytes, a list and bytes that may be missing, and a record that is read by hand; a failure that says why.
COMPONENT_ACTION(weigh, call) {
  uint8_t room[64], more_room[64];
  const uint8_t *raw, *extra;
  const component_value *list;
  const component_entry *entries;
  size_t raw_count, list_count, extra_count, entry_count;
  if (!component_bytes_parameter(call, "raw", room, sizeof room, &raw, &raw_count) ||
      !component_optional_list_parameter(call, "list", &list, &list_count) ||
      !component_optional_bytes_parameter(call, "extra", more_room, sizeof more_room, &extra, &extra_count) ||
      !component_map_parameter(call, "record", &entries, &entry_count)) {
    return COMPONENT_OK;
  }
  const component_value record = component_map(entries, entry_count);
  int64_t n = component_int_at(&record, "n", -1);
  if (n < 0) {
    const component_entry keys = component_pair("keys", component_int((int64_t)entry_count));
    return component_fail_with(call, COMPONENT_FAILURE_DENIED, "no_number", component_text_of("the record has no number"),
                               component_map(&keys, 1));
  }
  component_build reply = COMPONENT_ZERO;
  component_begin_map(&reply, NULL);
  component_put_int(&reply, "raw", (int64_t)raw_count);
  component_put_int(&reply, "list", (int64_t)list_count);
  component_put_int(&reply, "extra", (int64_t)extra_count);
  component_put_int(&reply, "n", n);
  component_put_date(&reply, "at", component_date_at(&record, "at", component_date_of(0, 0)));
  component_end(&reply);
  return component_reply_built(call, &reply);
}

// A function that is not waited for, and what is done where its caller gives up.
static void relay_given_up(void *context) { atomic_fetch_add((atomic_int *)context, 1); }

static void relayed(void *context, const component_value *reply, const component_failure *failure) {
  component_pass_on(context, reply, failure);
  component_release(context);
}

COMPONENT_ACTION(relay, call) {
  const component_function *function;
  const component_entry n = component_pair("n", component_int(20));
  if (!component_function_parameter(call, "function", &function)) return COMPONENT_OK;
  component_call *deferred = component_defer(call);
  if (!deferred) return COMPONENT_FAILURE_ENDED;
  component_when_cancelled(deferred, relay_given_up, &given_up);
  component_request request = component_request_to("", "", &n, 1, deferred);
  component_start_function(call->host, function, request, relayed, deferred);
  return COMPONENT_OK;
}

// A function and an object of its own, which live as long as the process, and both from whoever has some.
COMPONENT_ACTION(next, call) {
  int64_t n;
  return component_int_parameter(call, "n", &n) ? component_reply_int(call, n + 1) : COMPONENT_OK;
}

static char token;
static void hold_token(void *instance) { (void)instance; }
static void let_go_of_token(void *instance) { (void)instance; }

COMPONENT_ACTION(tools, call) {
  component_function function = component_function_of(call->host, next, NULL, NULL, NULL);
  component_object object = component_object_of("Sample.Token", &token, hold_token, let_go_of_token);
  const component_entry both[] = {component_pair("next", component_function_value(&function)),
                                  component_pair("token", component_object_value(&object))};
  return component_reply_map(call, both, 2);
}

COMPONENT_ACTION(use, call) {
  const component_object *object;
  const component_function *function;
  const component_entry n = component_pair("n", component_int(4));
  component_answer answer;
  int32_t status;
  if (!component_object_parameter(call, "token", &object) || !component_function_parameter(call, "next", &function)) {
    return COMPONENT_OK;
  }
  if (component_invoke(call, function, &n, 1, &answer)) {
    const component_entry reply[] = {component_pair("own", component_bool(object->release == let_go_of_token)),
                                     component_pair("said", *answer.reply)};
    status = component_reply_map(call, reply, 2);
  } else {
    status = component_pass_answer(call, &answer);
  }
  component_forget(&answer);
  return status;
}

// Asks for whatever the parameters "target" and "action" name.
static component_request named_request(component_call *call) {
  component_request request = component_request_to("", "", NULL, 0, call);
  request.target = component_get_text(call, "target", "");
  request.action = component_get_text(call, "action", "");
  return request;
}

// Only the neighbour's own reply counts; what a stand-in says is told apart.
COMPONENT_ACTION(strictly, call) {
  component_answer answer;
  bool is_there = component_send(call->host, named_request(call), &answer);
  const component_value *said = is_there ? answer.reply : answer.stand_in;
  const component_entry reply[] = {component_pair("there", component_bool(is_there)),
                                   component_pair("said", said ? *said : component_null())};
  int32_t status = component_reply_map(call, reply, 2);
  component_forget(&answer);
  return status;
}

// With an instance of its own, and past interceptors.
COMPONENT_ACTION(apart, call) {
  component_text skips[8];
  component_answer answer;
  component_request request = named_request(call);
  size_t count;
  const component_value *names = component_get_list(call, "skips", &count);
  if (component_get_bool(call, "fresh", false)) request.flags = COMPONENT_REQUEST_FRESH;
  for (size_t index = 0; index < count && index < COMPONENT_COUNT(skips); index++) {
    skips[request.skip_count++] = component_text_in(&names[index]);
  }
  request.skips = skips;
  component_send(call->host, request, &answer);
  int32_t status = component_pass_answer(call, &answer);
  component_forget(&answer);
  return status;
}

COMPONENT_ACTION(origin, call) {
  const component_version version = call->host->host_version;
  component_build reply = COMPONENT_ZERO;
  component_begin_map(&reply, NULL);
  component_put_bool(&reply, "remote", call->flags & COMPONENT_CALL_REMOTE);
  component_put_text(&reply, "host", call->host->host_name);
  component_put_format(&reply, "version", "%u.%u.%u", version.major, version.minor, version.patch);
  component_end(&reply);
  return component_reply_built(call, &reply);
}

// The names are looked up once.
COMPONENT_ACTION(often, call) {
  static component_place place;
  component_answer answer;
  int64_t sum = 0;
  for (int64_t times = component_get_int(call, "times", 0); times > 0; times--) {
    const component_entry both[] = {component_pair("a", component_int(sum)), component_pair("b", component_int(2))};
    component_request request = component_request_to("Sample", "add", both, 2, call);
    request.place = &place;
    bool is_added = component_send(call->host, request, &answer);
    if (is_added) sum = component_int_in(answer.reply, sum);
    else component_pass_answer(call, &answer);
    component_forget(&answer);
    if (!is_added) return COMPONENT_OK;
  }
  return component_reply_int(call, sum);
}

#define MORE_ACTIONS                                                                                                    \
  COMPONENT_ACTIONS({"weigh", NULL, "An action", weigh}, {"relay", NULL, "An action", relay},                           \
                    {"tools", NULL, "An action", tools}, {"use", NULL, "An action", use},                               \
                    {"strictly", "(target: text, action: text) -> any", "An action", strictly},                         \
                    {"apart", "(target: text, action: text, fresh: bool, skips: [text]?) -> any", "An action", apart},  \
                    {"origin", "() -> any", "An action", origin, .flags = COMPONENT_ACTION_REMOTE},                     \
                    {"often", "(times: int) -> int", "An action", often})

#endif
