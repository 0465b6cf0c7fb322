// What the C sample does with the helpers for authors, and its namesakes with theirs.

#ifndef SAMPLE_KIT_H
#define SAMPLE_KIT_H

#include "component_author.h"

#include <stdlib.h>
#include <unistd.h>

// An enum, a list and bytes that may be missing; a record.
COMPONENT_ACTION(measure, call) {
  size_t name_count, byte_count;
  const component_value *names = component_get_list(call, "names", &name_count);
  const uint8_t *raw = component_get_bytes(call, "raw", &byte_count);
  component_build reply = COMPONENT_ZERO;
  component_begin_map(&reply, NULL);
  component_put_text(&reply, "unit", component_get_text(call, "unit", "km"));
  component_begin_list(&reply, "names");
  for (size_t index = 0; index < name_count; index++) {
    component_text name = component_text_in(&names[index]);
    component_put_format(&reply, NULL, "%zu %.*s", index, (int)name.length, name.bytes);
  }
  component_end(&reply);
  component_put_int(&reply, "bytes", (int64_t)byte_count);
  if (component_has(call, "raw")) component_put_bytes(&reply, "raw", raw, byte_count);
  component_end(&reply);
  return component_reply_built(call, &reply);
}

// A neighbour that may be missing.
COMPONENT_ACTION(if_there, call) {
  component_answer answer;
  component_build reply = COMPONENT_ZERO;
  char target[64];
  component_text name = component_get_text(call, "target", "");
  snprintf(target, sizeof target, "%.*s", (int)name.length, name.bytes);
  if (!component_ask_if_there(call, target, "run", NULL, 0, &answer)) return COMPONENT_OK;
  component_begin_map(&reply, NULL);
  component_put_bool(&reply, "there", answer.reply != NULL);
  if (answer.reply) component_put(&reply, "said", *answer.reply);
  else component_put_null(&reply, "said");
  component_end(&reply);
  int32_t status = component_reply_built(call, &reply);
  component_forget(&answer);
  return status;
}

// A neighbour without which nothing can be done.
COMPONENT_ACTION(needed, call) {
  component_answer answer;
  char target[64];
  component_text name = component_get_text(call, "target", "");
  snprintf(target, sizeof target, "%.*s", (int)name.length, name.bytes);
  if (!component_ask_needed(call, target, "run", NULL, 0, "nothing today", &answer)) return COMPONENT_OK;
  int32_t status = component_reply(call, *answer.reply);
  component_forget(&answer);
  return status;
}

// A date, read and written, and one later than another.
COMPONENT_ACTION(moment, call) {
  component_date at;
  if (!component_date_parameter(call, "at", &at)) return COMPONENT_OK;
  component_build reply = COMPONENT_ZERO;
  component_begin_map(&reply, NULL);
  component_put_date(&reply, "at", at);
  component_put_int(&reply, "seconds", at.seconds);
  component_put_int(&reply, "nanosecond", at.nanosecond);
  component_end(&reply);
  return component_reply_built(call, &reply);
}

COMPONENT_ACTION(after, call) {
  component_date at = component_get_date(call, "at", component_date_of(0, 0));
  return component_reply_date(call, component_date_of(component_get_int(call, "seconds", 0) + at.seconds, at.nanosecond));
}

// Until its deadline, or until it is given up.
COMPONENT_ACTION(until_stopped, call) {
  for (int i = 0; i < 10000; i++) {
    if (component_stop_if_cancelled(call)) return COMPONENT_OK;
    usleep(500);
  }
  return COMPONENT_FAILURE_FAILED;
}

// With less time than the call that it serves has.
COMPONENT_ACTION(limited, call) {
  component_request request = component_request_to("Sample.Helpers", "untilStopped", NULL, 0, call);
  component_answer answer;
  request.deadline = component_deadline_in(component_get_int(call, "milliseconds", 0));
  component_send(call->host, request, &answer);
  int32_t status = component_pass_answer(call, &answer);
  component_forget(&answer);
  return status;
}

COMPONENT_ACTION(has_time, call) {
  return component_reply_bool(call, component_time_left(call) > 0);
}

COMPONENT_ACTION(hinted, call) {
  return component_reply_bool(call, component_bool_in(component_hint(call, "hot"), false));
}

COMPONENT_ACTION(open_key, call) {
  component_entry hot = component_pair("hot", component_bool(component_get_bool(call, "hot", true)));
  component_text key = component_get_text(call, "key", "");
  char name[256];
  component_answer answer;
  component_request request = component_request_to("", "", NULL, 0, call);
  snprintf(name, sizeof name, "%.*s", (int)key.length, key.bytes);
  request.hints = &hot;
  request.hint_count = 1;
  component_send_key(call->host, name, request, &answer);
  int32_t status = component_pass_answer(call, &answer);
  component_forget(&answer);
  return status;
}

COMPONENT_ACTION(url, call) {
  const component_entry unit = component_pair("unit", component_text_value(component_get_text(call, "unit", "")));
  return component_write_url(call->host, "app", "Sample.Helpers", "measure", &unit, 1, component_pass_on, call);
}

COMPONENT_ACTION(table, call) { return component_reply_string(call, "a,b\r\n1,2\r\n"); }

COMPONENT_ACTION(trace, call) { return component_reply_text(call, component_trace(call)); }

static void *make_desk(void *context) {
  (void)context;
  return calloc(1, sizeof(atomic_int));
}

static void destroy_desk(void *context, void *instance) {
  (void)context;
  free(instance);
}

COMPONENT_ACTION(sit, call) {
  return component_reply_int(call, atomic_fetch_add((atomic_int *)call->instance, 1) + 1);
}

static void shut_down(void *context) {
  component_log((const component_host *)context, COMPONENT_LEVEL_DEBUG, "closed");
}

#define KIT_ACTIONS                                                                                                     \
  COMPONENT_ACTIONS(                                                                                                    \
      {"measure", "(unit: \"km\" | \"mi\" = \"km\", names: [text]?, raw: bytes?) -> Measure", "An action", measure,     \
       "unit: what in", COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_READS},                                              \
      {"ifThere", "(target: text) -> {there: bool, said: any}", "An action", if_there},                                 \
      {"needed", "(target: text) -> any", "An action", needed},                                                        \
      {"moment", NULL, "An action", moment},                                                                            \
      {"after", "(at: date = \"1970-01-01T00:00:00Z\", seconds: int) -> date", "An action", after},                     \
      {"untilStopped", "()", "An action", until_stopped},                                                               \
      {"limited", "(milliseconds: int)", "An action", limited},                                                         \
      {"hasTime", "() -> bool", "An action", has_time},                                                                 \
      {"hinted", "() -> bool", "An action", hinted, .flags = COMPONENT_ACTION_REMOTE},                                  \
      {"openKey", "(key: text, hot: bool) -> any", "An action", open_key},                                              \
      {"url", "(unit: text) -> text", "An action", url},                                                                \
      {"table", "() -> text", "An action", table, .flags = COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_READS},           \
      {"trace", "() -> text", "An action", trace})

#endif
