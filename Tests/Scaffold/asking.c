// A component that asks its neighbours in every way there is, and is asked with more than parameters.

#include "component_author.h"

static const char *const units[] = {"km", "mi"};

// Calls that are not waited for: how far each has come, and how it ended, goes to the log.
static void progressed(void *context, const component_progress *progress) {
  component_log_format((const component_host *)context, COMPONENT_LEVEL_INFO, "%g %.*s", progress->fraction,
                       (int)progress->message.length, progress->message.bytes);
}

static void ended(void *context, const component_value *reply, const component_failure *failure) {
  const component_text word = reply ? component_text_in(reply) : failure->reason;
  component_log_format((const component_host *)context, COMPONENT_LEVEL_INFO, "%s %.*s", reply ? "replied" : "failed",
                       (int)word.length, word.bytes);
}

COMPONENT_ACTION(begin, call) {
  component_request request = component_request_to("Clerk", "ask", NULL, 0, call);
  request.progressed = progressed;
  component_start(call->host, request, ended, (void *)(uintptr_t)call->host);
  return component_reply_null(call);
}

// A neighbour that says "busy" or "away" in its own words.
COMPONENT_ACTION(needed, call) {
  component_answer answer;
  if (!component_ask_needed_but(call, "Clerk", "ask", NULL, 0, "no letter", "busy away", &answer)) return COMPONENT_OK;
  int32_t status = component_reply(call, *answer.reply);
  component_forget(&answer);
  return status;
}

COMPONENT_ACTION(if_there, call) {
  component_answer answer;
  if (!component_ask_if_there_but(call, "Clerk", "ask", NULL, 0, " away  busy", &answer)) return COMPONENT_OK;
  int32_t status = answer.reply ? component_reply(call, *answer.reply) : component_reply_null(call);
  component_forget(&answer);
  return status;
}

COMPONENT_ACTION(any, call) {
  component_answer answer;
  if (!component_ask_needed(call, "Clerk", "ask", NULL, 0, "no letter", &answer)) return COMPONENT_OK;
  component_forget(&answer);
  return component_reply_null(call);
}

// An enum is read as its place, and replied as its text.
COMPONENT_ACTION(other_unit, call) {
  size_t unit, or_km;
  if (!component_choice_parameter(call, "unit", units, 2, &unit)) return COMPONENT_OK;
  if (!component_choice_parameter_or(call, "or_km", units, 2, 0, &or_km)) return COMPONENT_OK;
  return component_reply_string(call, units[(unit + or_km + 1) % 2]);
}

COMPONENT_ACTION(hinted, call) {
  if (component_stop_if_cancelled(call)) return COMPONENT_OK;
  const bool has_deadline = component_time_left(call) != INT64_MAX;
  component_report_progress(call, 0.5, "half");
  const component_value both[] = {component_bool(component_bool_in(component_hint(call, "hot"), false)),
                                  component_bool(has_deadline)};
  return component_reply_list(call, both, 2);
}

// In the service of this call, with a limit of its own.
COMPONENT_ACTION(longer, call) {
  component_request request = component_request_to("Asking", "hinted", NULL, 0, call);
  component_answer answer;
  request.deadline = component_deadline_in(60000);
  component_send(call->host, request, &answer);
  int32_t status = component_pass_answer(call, &answer);
  component_forget(&answer);
  return status;
}

// An instance that has the host from its beginning.
static void *make(void *context) {
  component_log((const component_host *)context, COMPONENT_LEVEL_INFO, "made");
  return context;
}

static void destroy(void *context, void *instance) {
  if (context == instance) component_log((const component_host *)context, COMPONENT_LEVEL_INFO, "destroyed");
}

COMPONENT_ACTION(is_host, call) { return component_reply_bool(call, call->instance == (const void *)call->host); }

// Two events by one observer, and one that begins and ends in a call.
static void heard(void *context, const component_notice *notice) {
  component_log_format((const component_host *)context, COMPONENT_LEVEL_INFO, "heard %.*s", (int)notice->event.length,
                       notice->event.bytes);
}

COMPONENT_ACTION(observe, call) {
  void *host = (void *)(uintptr_t)call->host;
  char many[64 * 33] = "";
  for (int index = 0; index < 33; index++) strcat(many, "Clerk.went ");
  return component_reply_bool(call, component_observe(call->host, "Clerk.sat Clerk.rose", 0, heard, host, NULL) &&
                                        !component_observe(call->host, many, 0, heard, host, NULL) &&
                                        !component_observe(call->host, " ", 0, heard, host, NULL));
}

COMPONENT_DEFINE(
    .name = "Asking", .summary = "Asks", .version = {1, 0, 0}, COMPONENT_OBSERVERS({"Clerk.came Clerk.went", heard}),
    COMPONENT_NEEDS({"Clerk", {1, 0, 0}, COMPONENT_NEED_OPTIONAL}),
    COMPONENT_TARGETS(
        {"Asking", "Asks", COMPONENT_ACTIONS(
            {"begin", "()", "", begin}, {"needed", "() -> any", "", needed}, {"if_there", "() -> any", "", if_there},
            {"any", "()", "", any},
            {"other_unit", "(unit: \"km\" | \"mi\", or_km: \"km\" | \"mi\" = \"km\") -> \"km\" | \"mi\"", "", other_unit},
            {"hinted", "() -> [bool]", "", hinted}, {"longer", "() -> [bool]", "", longer},
            {"observe", "() -> bool", "", observe})},
        {"Asking.Desk", "Made with the host", COMPONENT_ACTIONS({"is_host", "() -> bool", "", is_host}),
         COMPONENT_TARGET_PER_CALL, make, destroy}))
