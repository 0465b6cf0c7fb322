// A component whose action `run` asks the component NEXT, or answers itself where there is none.
#include "component_author.h"

#include <stdio.h>

#ifdef NEXT
static void heard(void *context, const component_value *reply, const component_failure *failure) {
  (void)failure;
  if (reply && reply->kind == COMPONENT_KIND_INT) *(int64_t *)context = reply->as.integer;
}

static int32_t run(void *context, component_call *call) {
  int64_t reply = 0;
  (void)context;
  component_call_action(call->host, NEXT, "run", call->parameters, call->parameter_count, heard, &reply);
  return component_reply_int(call, reply + 1);
}
#else
static int32_t run(void *context, component_call *call) {
  int64_t id;
  (void)context;
  if (!component_int_parameter(call, "id", &id)) return COMPONENT_OK;
  return component_reply_int(call, id + 1);
}
#endif

static const component_row rows[] = {{"run", "", "Counts", run, "", 0, 0}};

COMPONENT_REGISTER(host, registration) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)host->name.length, host->name.bytes);
  int32_t status = component_describe(host, registration, name, "Counts", 1, 0, 0);
  if (status == COMPONENT_OK) status = component_add_target(host, registration, name, "", 0);
  if (status == COMPONENT_OK) status = component_add_actions(host, registration, name, rows, COMPONENT_COUNT(rows));
  return status;
}
