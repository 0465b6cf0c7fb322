// What most fixtures share, on top of the contract alone: a component with one target and one action.

#ifndef FIXTURE_H
#define FIXTURE_H

#include "component.h"

#include <string.h>

#define TEXT(literal) ((component_text){literal, sizeof literal - 1})

static inline component_text text(const char *bytes) { return (component_text){bytes, strlen(bytes)}; }

static inline int32_t describe(const component_host *host, component_registration *registration, const char *name) {
  component_about about = {
      .abi = COMPONENT_ABI_VERSION, .size = sizeof about, .name = text(name), .summary = TEXT("A fixture"),
      .version = {1, 0, 0}};
  return host->describe(registration, &about);
}

static inline int32_t add_target(const component_host *host, component_registration *registration, const char *name) {
  component_target target = {COMPONENT_HEAD(component_target), .name = text(name), .summary = TEXT("")};
  return host->add_target(registration, &target);
}

static inline int32_t add_action(const component_host *host, component_registration *registration, const char *target,
                                 const char *name, component_run run) {
  component_action action = {COMPONENT_HEAD(component_action), .target = text(target), .name = text(name),
                             .summary = TEXT("An action"), .run = run};
  return host->add_action(registration, &action);
}

// A whole component: the target `name` with the action `run`.
static inline int32_t offer(const component_host *host, component_registration *registration, const char *name,
                            component_run run) {
  describe(host, registration, name);
  add_target(host, registration, name);
  return add_action(host, registration, name, "run", run);
}

static inline int32_t reply_text(component_call *call, component_text text) {
  component_value value = {.kind = COMPONENT_KIND_TEXT, .as = {.text = text.bytes}, .count = text.length};
  return call->host->reply(call, &value);
}

static inline int32_t reply_int(component_call *call, int64_t integer) {
  component_value value = {.kind = COMPONENT_KIND_INT, .as = {.integer = integer}};
  return call->host->reply(call, &value);
}

static inline int32_t fail(component_call *call, int32_t code, const char *reason, const char *message) {
  component_failure failure = {COMPONENT_HEAD(component_failure), .code = code, .reason = text(reason),
                               .message = text(message)};
  return call->host->fail(call, &failure);
}

// An action that replies "ok".
static inline int32_t run_ok(void *context, component_call *call) {
  (void)context;
  return reply_text(call, TEXT("ok"));
}

// A component whose target `name` has the action `run`, described so.
static inline int32_t offer_described(const component_host *host, component_registration *registration, const char *name,
                                      const char *signature, const char *notes) {
  describe(host, registration, name);
  add_target(host, registration, name);
  component_action action = {COMPONENT_HEAD(component_action), .target = text(name), .name = TEXT("run"),
                             .summary = TEXT("An action"), .run = run_ok, .signature = text(signature),
                             .parameter_notes = text(notes)};
  return host->add_action(registration, &action);
}

// The same, whose replies have a media type.
static inline int32_t offer_typed(const component_host *host, component_registration *registration, const char *name,
                                  const char *signature, const char *media_type) {
  describe(host, registration, name);
  add_target(host, registration, name);
  component_action action = {COMPONENT_HEAD(component_action), .target = text(name), .name = TEXT("run"),
                             .summary = TEXT("An action"), .run = run_ok, .signature = text(signature),
                             .media_type = text(media_type)};
  return host->add_action(registration, &action);
}

static inline int32_t add_type(const component_host *host, component_registration *registration, const char *name,
                               const char *definition) {
  component_type type = {COMPONENT_HEAD(component_type), .name = text(name), .definition = text(definition)};
  return host->add_type(registration, &type);
}

// A parameter by its name; null where there is none.
static inline const component_value *find(const component_call *call, const char *name) {
  for (size_t i = 0; i < call->parameter_count; i++) {
    const component_entry *entry = &call->parameters[i];
    if (entry->key.length == strlen(name) && memcmp(entry->key.bytes, name, entry->key.length) == 0) {
      return &entry->value;
    }
  }
  return NULL;
}

// A text parameter; empty where there is none.
static inline component_text parameter(const component_call *call, const char *name) {
  const component_value *value = find(call, name);
  if (!value || value->kind != COMPONENT_KIND_TEXT) return TEXT("");
  return (component_text){value->as.text, value->count};
}

#endif
