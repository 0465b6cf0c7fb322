// A component in C that replies with the parameter it was given: what the author's header makes of it.
// What stands last in a row may be left out:
// Flags: -Wno-missing-field-initializers
#include "component_author.h"

// For each kind an action that wants the parameter `p`, and replies with it.
static int32_t want_bool(void *context, component_call *call) {
  bool p;
  (void)context;
  return component_bool_parameter(call, "p", &p) ? component_reply_bool(call, p) : COMPONENT_OK;
}

static int32_t want_int(void *context, component_call *call) {
  int64_t p;
  (void)context;
  return component_int_parameter(call, "p", &p) ? component_reply_int(call, p) : COMPONENT_OK;
}

static int32_t want_double(void *context, component_call *call) {
  double p;
  (void)context;
  return component_double_parameter(call, "p", &p) ? component_reply_double(call, p) : COMPONENT_OK;
}

static int32_t want_text(void *context, component_call *call) {
  component_text p;
  (void)context;
  return component_text_parameter(call, "p", &p) ? component_reply_text(call, p) : COMPONENT_OK;
}

static int32_t want_bytes(void *context, component_call *call) {
  uint8_t room[64];
  const uint8_t *p;
  size_t count;
  (void)context;
  if (!component_bytes_parameter(call, "p", room, sizeof(room), &p, &count)) return COMPONENT_OK;
  return component_reply_bytes(call, p, count);
}

static int32_t want_list(void *context, component_call *call) {
  const component_value *p;
  size_t count;
  (void)context;
  return component_list_parameter(call, "p", &p, &count) ? component_reply_list(call, p, count) : COMPONENT_OK;
}

static int32_t want_map(void *context, component_call *call) {
  const component_entry *p;
  size_t count;
  (void)context;
  return component_map_parameter(call, "p", &p, &count) ? component_reply_map(call, p, count) : COMPONENT_OK;
}

static int32_t want_object(void *context, component_call *call) {
  const component_object *p;
  (void)context;
  return component_object_parameter(call, "p", &p) ? component_reply(call, component_object_value(p)) : COMPONENT_OK;
}

static int32_t want_function(void *context, component_call *call) {
  const component_function *p;
  (void)context;
  if (!component_function_parameter(call, "p", &p)) return COMPONENT_OK;
  return component_reply(call, component_function_value(p));
}

// All kinds with defaults, in one map.
static int32_t defaults(void *context, component_call *call) {
  bool b;
  int64_t i;
  double d;
  component_text t;
  (void)context;
  if (!component_bool_parameter_or(call, "b", true, &b) || !component_int_parameter_or(call, "i", 7, &i) ||
      !component_double_parameter_or(call, "d", 1.5, &d) ||
      !component_text_parameter_or(call, "t", component_text_of("other"), &t)) {
    return COMPONENT_OK;
  }
  const component_value list[] = {component_null(), component_string("end")};
  const component_entry entries[] = {
      component_pair("b", component_bool(b)),
      component_pair("i", component_int(i)),
      component_pair("d", component_double(d)),
      component_pair("t", component_text_value(t)),
      component_pair("l", component_list(list, COMPONENT_COUNT(list))),
  };
  component_report_progress(call, 0.5, "half");
  return component_reply_map(call, entries, COMPONENT_COUNT(entries));
}

// Fails with a message made of the parameter, which may be long.
static int32_t fail(void *context, component_call *call) {
  component_text p;
  (void)context;
  if (!component_text_parameter(call, "p", &p)) return COMPONENT_OK;
  return component_fail_format(call, COMPONENT_FAILURE_DENIED, "not_you", "no: %.*s", (int)p.length, p.bytes);
}

// Hands a call on to a neighbour.
static int32_t forward(void *context, component_call *call) {
  (void)context;
  component_call_action(call->host, "Neighbour", "echo", call->parameters, call->parameter_count, component_pass_on,
                        call);
  return COMPONENT_OK;
}

// Opens a neighbour's URL with all that it was given.
static int32_t open_url(void *context, component_call *call) {
  (void)context;
  component_open_url(call->host, "app://Neighbour/open?from=c", call->parameters, call->parameter_count,
                     component_pass_on, call);
  return COMPONENT_OK;
}

// Asks about neighbours, and calls none.
static int32_t ask(void *context, component_call *call) {
  const component_host *host = call->host;
  (void)context;
  const component_value answers[] = {
      component_int(component_has_action(host, "Neighbour", "echo", 0)),
      component_int(component_has_action(host, "Neighbour", NULL, COMPONENT_ASK_LOADING)),
      component_int(component_has_action(host, "Neighbour", "gone", 0)),
      component_int(component_has_action(host, "Good", "run", 0)),
      component_int(component_can_open(host, "app://Neighbour/open", 0)),
      component_int(component_can_open(host, "app://Neighbour/echo", COMPONENT_ASK_LOADING)),
      component_int(component_can_open(host, "app://Good/run", 0)),
      component_bool(component_release_instance(host, "Neighbour.Room")),
      component_bool(component_release_instance(host, "Neighbour.Room")),
  };
  return component_reply_list(call, answers, COMPONENT_COUNT(answers));
}

static const component_type_row types[] = {{"Pair", "{key: text, value: any}", "A key and its value"}};

#define WANT(kind) {#kind, NULL, "", want_##kind, NULL, 0, NULL}
static const component_row rows[] = {
    WANT(bool),
    WANT(int),
    WANT(double),
    WANT(text),
    WANT(bytes),
    WANT(list),
    WANT(map),
    WANT(object),
    WANT(function),
    {"defaults", NULL, "", defaults, NULL, 0, NULL},
    {"fail", NULL, "", fail, NULL, 0, NULL},
    {"forward", NULL, "", forward, NULL, 0, NULL},
    {"open", NULL, "", open_url, NULL, 0, NULL},
    {"ask", NULL, "", ask, NULL, 0, NULL},
    {"described", "(p: bool, pairs: [Pair]?) -> bool", "Replies with p", want_bool,
     "p: what comes back\n"
     "pairs: not looked at",
     COMPONENT_ACTION_REMOTE, NULL},
    {"brief", "(p: int) -> int", "Has no more than it must", want_int},
};

COMPONENT_REGISTER(host, registration) {
  int32_t status = component_describe(host, registration, "InC", "Replies with its parameter", 1, 2, 3);
  if (status == COMPONENT_OK) status = component_add_need(host, registration, "Neighbour", COMPONENT_NEED_OPTIONAL);
  if (status == COMPONENT_OK) status = component_add_types(host, registration, types, COMPONENT_COUNT(types));
  if (status == COMPONENT_OK) status = component_add_target(host, registration, "InC", "", 0);
  if (status == COMPONENT_OK) {
    status = component_add_actions(host, registration, "InC", rows, COMPONENT_COUNT(rows));
  }
  return status;
}
