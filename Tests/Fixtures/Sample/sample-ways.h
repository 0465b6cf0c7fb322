// Calls that are not waited for, calls that are given up, ways by URLs, and lifetimes: what the C sample says of them.

#ifndef SAMPLE_WAYS_H
#define SAMPLE_WAYS_H

#include "component_author.h"

#include <stdatomic.h>
#include <stdlib.h>

// A call that is under way, and what was heard of it.
typedef struct begun {
  component_call *call;
  char heard[256];
} begun;

static void begun_progressed(void *context, const component_progress *progress) {
  begun *begun = context;
  size_t length = strlen(begun->heard);
  snprintf(begun->heard + length, sizeof begun->heard - length, "%d %.*s, ", (int)(progress->fraction * 100),
           (int)progress->message.length, progress->message.bytes);
}

static void begun_ended(void *context, const component_value *reply, const component_failure *failure) {
  begun *begun = context;
  size_t length = strlen(begun->heard);
  if (reply) {
    snprintf(begun->heard + length, sizeof begun->heard - length, "%lld", (long long)reply->as.integer);
    component_reply_string(begun->call, begun->heard);
  } else {
    component_pass_on(begun->call, NULL, failure);
  }
  component_release(begun->call);
  free(begun);
}

COMPONENT_ACTION(begin, call) {
  component_text target = component_get_text(call, "target", "");
  const component_entry steps = component_pair("steps", component_int(component_get_int(call, "steps", 0)));
  component_request request = component_request_to("", "progress", &steps, 1, call);
  begun *begun = calloc(1, sizeof *begun);
  if (!begun || !(begun->call = component_defer(call))) return free(begun), COMPONENT_FAILURE_FAILED;
  request.target = target;
  request.progressed = begun_progressed;
  component_start(call->host, request, begun_ended, begun);
  return COMPONENT_OK;
}

// The code of a call that was given up before it began.
COMPONENT_ACTION(give_up, call) {
  component_request request = component_request_to("Sample.Helpers", "untilStopped", NULL, 0, call);
  component_answer answer;
  request.cancellation = call->host->make_cancellation(call->host);
  call->host->cancel(request.cancellation);
  component_send(call->host, request, &answer);
  call->host->release_cancellation(request.cancellation);
  int32_t status = component_reply_int(call, answer.code);
  component_forget(&answer);
  return status;
}

// Ends a deferred call as the one has ended that was made for it.
static void passed_on(void *context, const component_value *reply, const component_failure *failure) {
  component_pass_on(context, reply, failure);
  component_release(context);
}

static const char *copied(component_text text, char *room, size_t size) {
  snprintf(room, size, "%.*s", (int)text.length, text.bytes);
  return room;
}

COMPONENT_ACTION(begin_url, call) {
  const component_entry also = component_pair("also", component_string("later"));
  char url[256];
  copied(component_get_text(call, "url", ""), url, sizeof url);
  component_request request = component_request_to("", "", &also, 1, call);
  component_call *deferred = component_defer(call);
  if (!deferred) return COMPONENT_FAILURE_FAILED;
  component_start_url(call->host, url, request, passed_on, deferred);
  return COMPONENT_OK;
}

COMPONENT_ACTION(begin_key, call) {
  const component_entry hot = component_pair("hot", component_bool(component_get_bool(call, "hot", true)));
  char key[256];
  copied(component_get_text(call, "key", ""), key, sizeof key);
  component_request request = component_request_to("", "", NULL, 0, call);
  component_call *deferred = component_defer(call);
  if (!deferred) return COMPONENT_FAILURE_FAILED;
  request.hints = &hot;
  request.hint_count = 1;
  component_start_key(call->host, key, request, passed_on, deferred);
  return COMPONENT_OK;
}

// Opens a URL that is given no more time than this.
COMPONENT_ACTION(limited_url, call) {
  char url[256];
  component_request request = component_request_to("", "", NULL, 0, call);
  component_answer answer;
  request.deadline = component_deadline_in(component_get_int(call, "milliseconds", 0));
  component_send_url(call->host, copied(component_get_text(call, "url", ""), url, sizeof url), request, &answer);
  int32_t status = component_pass_answer(call, &answer);
  component_forget(&answer);
  return status;
}

COMPONENT_ACTION(way, call) { return component_reply(call, component_map(call->parameters, call->parameter_count)); }

// The names that a path gives by itself.
static const component_value one_name[] = {COMPONENT_STRING("a")};

#define WAYS_ACTIONS                                                                                                  \
  COMPONENT_ACTIONS({"begin", "(target: text, steps: int) -> text", "An action", begin},                              \
                    {"giveUp", "() -> int", "An action", give_up},                                                    \
                    {"beginURL", "(url: text) -> any", "An action", begin_url},                                       \
                    {"beginKey", "(key: text, hot: bool) -> any", "An action", begin_key},                            \
                    {"limitedURL", "(url: text, milliseconds: int) -> any", "An action", limited_url},                \
                    {"wait", "() -> any", "An action", until_stopped, .flags = COMPONENT_ACTION_REMOTE},              \
                    {"way", "(unit: text, names: [text]?, also: text?) -> any", "An action", way,                     \
                     .flags = COMPONENT_ACTION_REMOTE})
#define WAYS_ROUTES                                                                                                   \
  {"/old/:unit", "way", "Sample.Ways",                                                                                \
   COMPONENT_FIXED({COMPONENT_TEXT("names"), {COMPONENT_KIND_LIST, 0, {.items = one_name}, 1}}),                      \
   COMPONENT_RENAMES({COMPONENT_TEXT("was"), COMPONENT_STRING("also")})},                                             \
      {"/first/:unit", "way", "Sample.Ways", .priority = 1},                                                          \
      {"/first/km", "way", "Sample.Ways", COMPONENT_FIXED({COMPONENT_TEXT("unit"), COMPONENT_STRING("mi")})}

#endif
