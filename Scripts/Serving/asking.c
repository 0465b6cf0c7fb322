// Who calls in a soak of a cluster: an action that is open to callers from outside calls whatever it is told to, which may
// be on another host, and one answers by itself. NAME is given, and MAJOR where it needs Both in that version.
#include "component_author.h"

// A failure's reason is the reply: as a failure callers from outside would not hear it.
static void pass_on(void *context, const component_value *reply, const component_failure *failure) {
  component_call *call = context;
  if (failure) {
    component_reply_text(call, failure->reason.length ? failure->reason : component_text_of("without_reason"));
  } else if (reply->kind == COMPONENT_KIND_INT) {
    call->host->reply(call, reply);
  } else {
    component_reply_string(call, "wrong_kind");
  }
}

COMPONENT_ACTION(ask, call) {
  int64_t wait = component_get_int(call, "wait", 0);
  const component_value number = COMPONENT_INT(component_get_int(call, "number", 0));
  const component_value time = COMPONENT_INT(component_get_int(call, "milliseconds", 0));
  component_entry given[2] = {{.key = COMPONENT_TEXT("number"), .value = number},
                              {.key = COMPONENT_TEXT("milliseconds"), .value = time}};
  component_request request = component_request_of(given, component_get_bool(call, "bare", false) ? 0 : 2, pass_on, call);
  request.target = component_get_text(call, "target", "");
  request.action = component_get_text(call, "action", "");
  if (wait > 0) request.deadline = component_deadline_in(wait);
  call->host->call(call->host, &request);
  return COMPONENT_OK;
}

COMPONENT_ACTION(here, call) { return component_reply_int(call, component_get_int(call, "number", 0) + 1); }

#ifdef MAJOR
#define NEEDS COMPONENT_NEEDS({"Both", {MAJOR, 0, 0}, COMPONENT_NEED_OPTIONAL}),
#else
#define NEEDS
#endif
COMPONENT_DEFINE(.name = NAME, .summary = "Calls others", NEEDS
                 COMPONENT_TARGETS({NAME, "Calls others", COMPONENT_ACTIONS(
                     {"ask", "(target: text, action: text, number: int = 0, milliseconds: int = 0, wait: int = 0, "
                             "bare: bool = false)", "Calls another", ask, "", COMPONENT_ACTION_REMOTE},
                     {"here", "(number: int) -> int", "The next number", here, "", COMPONENT_ACTION_REMOTE})}))
