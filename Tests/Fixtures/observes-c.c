// Begins as many observations as it may, and has another route of a host that is older than that.
#include "component_author.h"

static void heard(void *context, const component_notice *notice) {
  (void)context;
  (void)notice;
}

// How many are begun of those that are wanted; they are never ended.
COMPONENT_ACTION(observe, call) {
  int64_t wanted = component_get_int(call, "count", 0), begun = 0;
  while (begun < wanted && component_observe(call->host, "Other.said", 0, heard, NULL, NULL)) begun++;
  return component_reply_int(call, begun);
}

static const component_route_row more = {.pattern = "/more", .action = "observe"};

COMPONENT_ACTION(add_route, call) {
  component_host older = *call->host;
  older.size = (uint32_t)offsetof(component_host, publish_route);
  component_add_route(&older, more, component_pass_on, call);
  return COMPONENT_OK;
}

COMPONENT_ACTION(remove_route, call) {
  component_host older = *call->host;
  older.size = (uint32_t)offsetof(component_host, withdraw_route);
  component_remove_route(&older, more, component_pass_on, call);
  return COMPONENT_OK;
}

// Null where it is not known.
COMPONENT_ACTION(ask, call) {
  component_host older = *call->host;
  older.size = (uint32_t)offsetof(component_host, has);
  int there = component_has_action(&older, "ObservesC", NULL, 0);
  return there == COMPONENT_PRESENCE_UNKNOWN ? component_reply_null(call) : component_reply_bool(call, there);
}

// What may take longer than the clock goes on.
COMPONENT_ACTION(listen, call) {
  component_request request = component_request_of(NULL, 0, component_pass_on, call);
  request.target = component_text_of("Other");
  request.action = component_text_of("step");
  request.deadline = component_deadline_in(INT64_MAX);
  call->host->call(call->host, &request);
  return COMPONENT_OK;
}

COMPONENT_DEFINE(.name = "ObservesC", .summary = "Observes", .version = {1, 0, 0},
                 COMPONENT_TARGETS({"ObservesC", "", COMPONENT_ACTIONS(
                     {"observe", "(count: int) -> int", "", observe, "", COMPONENT_ACTION_REMOTE},
                     {"addRoute", NULL, "", add_route}, {"removeRoute", NULL, "", remove_route},
                     {"ask", NULL, "", ask}, {"endless", NULL, "", listen})}))
