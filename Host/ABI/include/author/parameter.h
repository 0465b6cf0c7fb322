// Parameters: reading them by name and kind.

#ifndef COMPONENT_AUTHOR_PARAMETER_H
#define COMPONENT_AUTHOR_PARAMETER_H

#include "conversion.h"
#include "refusal.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// A parameter as it was passed; null where it is missing. Also for what the readers below don't cover.
//
// OWNERSHIP: the result lives as long as `call`.
// THREADS: as component_host.reply, and so for all component_..._parameter functions.
static inline const component_value *COMPONENT_NULLABLE component_find(const component_call *call, const char *name) {
  for (size_t index = 0; call->parameters && index < call->parameter_count; index++) {
    if (component_text_is(call->parameters[index].key, name)) return &call->parameters[index].value;
  }
  return NULL;
}

// Whether a parameter is there and not null.
//
// OWNERSHIP: `call` is borrowed.
// THREADS: as component_find.
static inline bool component_has(const component_call *call, const char *name) {
  const component_value *COMPONENT_NULLABLE value = component_find(call, name);
  return value && value->kind != COMPONENT_KIND_NULL;
}

// Reads a required parameter. False if the call has been failed with COMPONENT_FAILURE_INVALID, because the parameter
// is missing or of another kind; the action then returns COMPONENT_OK.
//
// OWNERSHIP: `call` and `name` are borrowed; a text lives as long as `call`.
// THREADS: as component_find.
static inline bool component_bool_parameter(component_call *call, const char *name, bool *out) {
  const component_value *COMPONENT_NULLABLE value = component_find(call, name);
  *out = false;
  return (value && component_as_bool(value, out)) || component_refuse_parameter(call, name, value, COMPONENT_KIND_BOOL);
}

static inline bool component_int_parameter(component_call *call, const char *name, int64_t *out) {
  const component_value *COMPONENT_NULLABLE value = component_find(call, name);
  *out = 0;
  return (value && component_as_int(value, out)) || component_refuse_parameter(call, name, value, COMPONENT_KIND_INT);
}

static inline bool component_double_parameter(component_call *call, const char *name, double *out) {
  const component_value *COMPONENT_NULLABLE value = component_find(call, name);
  *out = 0;
  return (value && component_as_double(value, out)) ||
         component_refuse_parameter(call, name, value, COMPONENT_KIND_DOUBLE);
}

static inline bool component_text_parameter(component_call *call, const char *name, component_text *out) {
  const component_value *COMPONENT_NULLABLE value = component_find(call, name);
  *out = component_text_of(NULL);
  if (!value || value->kind != COMPONENT_KIND_TEXT) {
    return component_refuse_parameter(call, name, value, COMPONENT_KIND_TEXT);
  }
  *out = component_text_in(value);
  return true;
}

// Reads a parameter with a default for one that is absent or null; one of another kind still fails the call.
//
// OWNERSHIP: as component_bool_parameter.
// THREADS: as component_find.
static inline bool component_bool_parameter_or(component_call *call, const char *name, bool other, bool *out) {
  *out = other;
  return !component_has(call, name) || component_bool_parameter(call, name, out);
}

static inline bool component_int_parameter_or(component_call *call, const char *name, int64_t other, int64_t *out) {
  *out = other;
  return !component_has(call, name) || component_int_parameter(call, name, out);
}

static inline bool component_double_parameter_or(component_call *call, const char *name, double other, double *out) {
  *out = other;
  return !component_has(call, name) || component_double_parameter(call, name, out);
}

static inline bool component_text_parameter_or(component_call *call, const char *name, component_text other,
                                               component_text *out) {
  *out = other;
  return !component_has(call, name) || component_text_parameter(call, name, out);
}

// Reads a parameter that is one of a few texts, an enum in a signature; `out` is its place among them. As above, any other
// text fails the call.
//
// OWNERSHIP: as component_bool_parameter; the texts are borrowed until the function returns.
// THREADS: as component_find.
static inline bool component_choice_parameter(component_call *call, const char *name,
                                              const char *COMPONENT_NONNULL const *COMPONENT_NONNULL texts, size_t count,
                                              size_t *out) {
  const component_value *COMPONENT_NULLABLE value = component_find(call, name);
  char type[256] = "";
  size_t length = 0;
  *out = 0;
  for (size_t index = 0; value && value->kind == COMPONENT_KIND_TEXT && index < count; index++) {
    if (component_text_is(component_text_in(value), texts[index])) return *out = index, true;
  }
  // As signatures call it: "km" | "mi".
  for (size_t index = 0; index < count && length < sizeof(type) - 1; index++) {
    int written = snprintf(type + length, sizeof(type) - length, "%s\"%s\"", index > 0 ? " | " : "", texts[index]);
    length += written > 0 ? (size_t)written : 0;
  }
  if (length >= sizeof(type)) type[component_whole_characters(type, sizeof(type) - 1)] = '\0';
  return component_refuse_type(call, name, value, type, type);
}

static inline bool component_choice_parameter_or(component_call *call, const char *name,
                                                 const char *COMPONENT_NONNULL const *COMPONENT_NONNULL texts, size_t count,
                                                 size_t other, size_t *out) {
  *out = other;
  return !component_has(call, name) || component_choice_parameter(call, name, texts, count, out);
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
