// Refusals: what a call fails with when a parameter is missing or of another kind.

#ifndef COMPONENT_AUTHOR_REFUSAL_H
#define COMPONENT_AUTHOR_REFUSAL_H

#include "failure.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// A kind with its article, as messages name it.
//
// OWNERSHIP: the result is a constant.
// THREADS: any.
static inline const char *component_kind_name(component_kind kind) {
  static const char *const names[] = {"null",  "a bool", "an int", "a double",  "text",
                                      "bytes", "a list", "a map",  "an object", "a function"};
  return names[kind < COMPONENT_COUNT(names) ? kind : 0];
}

// A kind as the type that signatures call it.
//
// OWNERSHIP: the result is a constant.
// THREADS: any.
static inline const char *component_kind_type(component_kind kind) {
  const char *name = component_kind_name(kind);
  const char *space = strchr(name, ' ');
  return space ? space + 1 : name;
}

// Adds to a message what a value is, as messages name what stands in another one's place. A short text is shown.
//
// OWNERSHIP: `value` is borrowed.
// THREADS: the message's own.
static inline void component_message_found(component_message *message, const component_value *value) {
  char size[64];
  if (value->kind != COMPONENT_KIND_TEXT) {
    component_message_say(message, component_kind_name(value->kind));
  } else if (value->count <= 40) {
    component_message_say(message, "the text '");
    component_message_quote(message, component_text_in(value));
    component_message_say(message, "'");
  } else {
    snprintf(size, sizeof(size), "a text of %zu bytes", value->count);
    component_message_say(message, size);
  }
}

// Fails a call because a parameter is missing or, where `value` is given, is not of the type that is wanted, of which
// `phrase` tells people: "date", "a date". The failure's details have the `parameter` and the type that is `expected`.
// Always false.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_fail_text.
static inline bool component_refuse_type(component_call *call, const char *name,
                                         const component_value *COMPONENT_NULLABLE value, const char *type,
                                         const char *phrase) {
  component_message message = COMPONENT_ZERO;
  bool missing = !value || value->kind == COMPONENT_KIND_NULL;
  component_message_say(&message, "the parameter '");
  component_message_say(&message, name);
  if (missing) {
    component_message_say(&message, "' is missing (");
    component_message_say(&message, type);
    component_message_say(&message, ")");
  } else {
    component_message_say(&message, "' must be ");
    component_message_say(&message, phrase);
    component_message_say(&message, ", not ");
    component_message_found(&message, value);
  }
  component_text text = COMPONENT_ZERO;
  text.bytes = message.bytes;
  text.length = message.length;
  const component_entry facts[] = {component_pair("parameter", component_string(name)),
                                   component_pair("expected", component_string(type))};
  component_fail_with(call, COMPONENT_FAILURE_INVALID, missing ? "missing_parameter" : "mistyped_parameter", text,
                      component_map(facts, COMPONENT_COUNT(facts)));
  return false;
}

// The same for a kind.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_fail_text.
static inline bool component_refuse_parameter(component_call *call, const char *name,
                                              const component_value *COMPONENT_NULLABLE value, component_kind wanted) {
  return component_refuse_type(call, name, value, component_kind_type(wanted), component_kind_name(wanted));
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
