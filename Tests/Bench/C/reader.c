// A component of ACTIONS actions over TARGETS targets. It takes its name from its file's. With DESCRIBED most of them say
// what they take, and what it means; with OPEN they are open to callers from outside.
#include "component_author.h"

#include <stdio.h>

#ifndef ACTIONS
#define ACTIONS 1000
#endif
#ifndef TARGETS
#define TARGETS 10
#endif

#ifdef OPEN
#define FLAGS COMPONENT_ACTION_REMOTE
#else
#define FLAGS 0
#endif

#ifdef DESCRIBED
#define SIGNATURE "(id: int, page: int = 1) -> int"
#define SUMMARY "Shows a detail of a thing"
#define NOTES "id: the thing's number\npage: which page"
#else
#define SIGNATURE ""
#define SUMMARY ""
#define NOTES ""
#endif

static int32_t show_detail(void *context, component_call *call) {
  int64_t id;
  (void)context;
  if (!component_int_parameter(call, "id", &id)) return COMPONENT_OK;
  return component_reply_int(call, id + 1);
}

static int32_t echo(void *context, component_call *call) {
  component_text text;
  (void)context;
  if (!component_text_parameter(call, "text", &text)) return COMPONENT_OK;
  return component_reply_text(call, text);
}

// Replies with what it was given, of whatever kind.
static int32_t echo_value(void *context, component_call *call) {
  (void)context;
  return call->parameter_count == 1 ? call->host->reply(call, &call->parameters[0].value) : COMPONENT_FAILURE_INVALID;
}

static int32_t add(const component_host *host, component_registration *registration, const char *target,
                   const char *name, const char *signature, component_run run, uint32_t flags) {
  const char *notes = strcmp(signature, SIGNATURE) == 0 ? NOTES : "";
  component_action action = {COMPONENT_HEAD(component_action),
                             .target = {target, strlen(target)},
                             .name = {name, strlen(name)},
                             .summary = {SUMMARY, sizeof SUMMARY - 1},
                             .signature = {signature, strlen(signature)},
                             .parameter_notes = {notes, strlen(notes)},
                             .flags = flags,
                             .run = run};
  return host->add_action(registration, &action);
}

COMPONENT_REGISTER(host, registration) {
  char name[64], targets[TARGETS][80];
  snprintf(name, sizeof name, "%.*s", (int)host->name.length, host->name.bytes);
  int32_t status = component_describe(host, registration, name, "Many actions", 1, 0, 0);
  for (int i = 0; i < TARGETS && status == COMPONENT_OK; i++) {
    if (i == 0) {
      snprintf(targets[i], sizeof targets[i], "%s", name);
    } else {
      snprintf(targets[i], sizeof targets[i], "%s.Part%d", name, i);
    }
    status = component_add_target(host, registration, targets[i], "", 0);
  }
  if (status == COMPONENT_OK) status = add(host, registration, name, "showDetail", "", show_detail, 0);
  if (status == COMPONENT_OK) status = add(host, registration, name, "echo", "", echo, 0);
  if (status == COMPONENT_OK) status = add(host, registration, name, "echoValue", "", echo_value, 0);
  if (status == COMPONENT_OK) {
    status = add(host, registration, name, "checkDetail", "(id: int) -> int", show_detail, COMPONENT_ACTION_REMOTE);
  }
  // Those that are called by turns, and the others.
  for (int i = 0; i < ACTIONS - 4 && status == COMPONENT_OK; i++) {
    char action[32];
    snprintf(action, sizeof action, i < 16 ? "showDetail%02d" : "action%04d", i);
    status = add(host, registration, targets[i < 16 ? 0 : i % TARGETS], action, SIGNATURE, show_detail, FLAGS);
  }
  return status;
}
