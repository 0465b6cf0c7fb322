// The least that a call by the contract takes: a host in plain C that looks up the names, lays out the call, runs the
// action and hands its reply on. It checks nothing, guards nothing, and could not take a component out.
#include "calls.h"

typedef struct frame {
  component_call call;
  const component_request *request;
} frame;

static const table *names;
static component_run action_run;

// Field by field, here and below: what was written by halves and is read as a whole waits until it is in the cache.
static int32_t run(const component_host *host, const component_request *request) {
  frame frame;
  component_call *call = &frame.call;
  frame.request = request;
  call->abi = COMPONENT_ABI_VERSION;
  call->size = sizeof *call;
  call->host = host;
  call->target.bytes = request->target.bytes;
  call->target.length = request->target.length;
  call->action.bytes = request->action.bytes;
  call->action.length = request->action.length;
  call->parameters = request->parameters;
  call->parameter_count = request->parameter_count;
  call->deadline = request->deadline;
  call->flags = 0;
  call->hints = request->hints;
  call->hint_count = request->hint_count;
  call->instance = NULL;
  return action_run(NULL, call);
}

static int32_t call_by_name(const component_host *host, const component_request *request) {
  text target = {request->target.bytes, request->target.length};
  text action = {request->action.bytes, request->action.length};
  return look_up(names, target, action) ? run(host, request) : COMPONENT_FAILURE_NOT_FOUND;
}

static int32_t reply(component_call *call, const component_value *value) {
  const component_request *request = ((frame *)call)->request;
  request->ended(request->context, value, NULL);
  return COMPONENT_OK;
}

// Calls by name, as `floor_lookup` does them.
int64_t contract_lookup(const table *table, component_run run, int64_t count) {
  component_host host = {.abi = COMPONENT_ABI_VERSION, .size = sizeof host, .call = call_by_name, .reply = reply};
  names = table;
  action_run = run;
  return calls(&host, table, NULL, count);
}

// The same without a look-up, as by a resolved handle.
int64_t contract_resolved(const table *table, component_run run_, int64_t count) {
  component_host host = {.abi = COMPONENT_ABI_VERSION, .size = sizeof host, .call = run, .reply = reply};
  action_run = run_;
  return calls(&host, table, NULL, count);
}
