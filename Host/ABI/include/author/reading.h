// Reading what the host has checked: the parameters of an action that has a signature, and hints, are of their declared
// kinds or absent, so nothing has to be said of those that are not. Parts of other values, a reply or a state, are read the
// same way.

#ifndef COMPONENT_AUTHOR_READING_H
#define COMPONENT_AUTHOR_READING_H

#include "collection.h"
#include "value.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// What a value can be read as; `other` where it is null, absent or can't be.
//
// OWNERSHIP: a text borrows what `value` borrows.
// THREADS: any.
static inline bool component_bool_in(const component_value *COMPONENT_NULLABLE value, bool other) {
  bool out;
  return value && component_as_bool(value, &out) ? out : other;
}

static inline int64_t component_int_in(const component_value *COMPONENT_NULLABLE value, int64_t other) {
  int64_t out;
  return value && component_as_int(value, &out) ? out : other;
}

static inline double component_double_in(const component_value *COMPONENT_NULLABLE value, double other) {
  double out;
  return value && component_as_double(value, &out) ? out : other;
}

static inline component_text component_text_in_or(const component_value *COMPONENT_NULLABLE value,
                                                  const char *COMPONENT_NULLABLE other) {
  return value && value->kind == COMPONENT_KIND_TEXT ? component_text_in(value) : component_text_of(other);
}

// The items of a list, the entries of a map, the bytes of a run of bytes; null, and none, where it is none.
//
// OWNERSHIP: the result borrows what `value` borrows.
// THREADS: any.
static inline const component_value *COMPONENT_NULLABLE component_items_in(
    const component_value *COMPONENT_NULLABLE value, size_t *count) {
  bool is_list = value && value->kind == COMPONENT_KIND_LIST && value->as.items;
  *count = is_list ? value->count : 0;
  return is_list ? value->as.items : NULL;
}

static inline const component_entry *COMPONENT_NULLABLE component_entries_in(
    const component_value *COMPONENT_NULLABLE value, size_t *count) {
  bool is_map = value && value->kind == COMPONENT_KIND_MAP && value->as.entries;
  *count = is_map ? value->count : 0;
  return is_map ? value->as.entries : NULL;
}

static inline const uint8_t *COMPONENT_NULLABLE component_bytes_in(const component_value *COMPONENT_NULLABLE value,
                                                                   size_t *count) {
  bool is_bytes = value && value->kind == COMPONENT_KIND_BYTES && value->as.bytes;
  *count = is_bytes ? value->count : 0;
  return is_bytes ? value->as.bytes : NULL;
}

// The same of a parameter.
//
// OWNERSHIP: the result lives as long as `call`.
// THREADS: as component_find.
static inline bool component_get_bool(const component_call *call, const char *name, bool other) {
  return component_bool_in(component_find(call, name), other);
}

static inline int64_t component_get_int(const component_call *call, const char *name, int64_t other) {
  return component_int_in(component_find(call, name), other);
}

static inline double component_get_double(const component_call *call, const char *name, double other) {
  return component_double_in(component_find(call, name), other);
}

static inline component_text component_get_text(const component_call *call, const char *name,
                                                const char *COMPONENT_NULLABLE other) {
  return component_text_in_or(component_find(call, name), other);
}

static inline const component_value *COMPONENT_NULLABLE component_get_list(const component_call *call, const char *name,
                                                                          size_t *count) {
  return component_items_in(component_find(call, name), count);
}

static inline const component_entry *COMPONENT_NULLABLE component_get_map(const component_call *call, const char *name,
                                                                         size_t *count) {
  return component_entries_in(component_find(call, name), count);
}

static inline const uint8_t *COMPONENT_NULLABLE component_get_bytes(const component_call *call, const char *name,
                                                                    size_t *count) {
  return component_bytes_in(component_find(call, name), count);
}

// The same of a map's key: of a reply, of a state, of an event.
//
// OWNERSHIP: the result lives as long as `value`.
// THREADS: any.
static inline bool component_bool_at(const component_value *value, const char *key, bool other) {
  return component_bool_in(component_value_at(value, key), other);
}

static inline int64_t component_int_at(const component_value *value, const char *key, int64_t other) {
  return component_int_in(component_value_at(value, key), other);
}

static inline double component_double_at(const component_value *value, const char *key, double other) {
  return component_double_in(component_value_at(value, key), other);
}

static inline component_text component_text_at(const component_value *value, const char *key,
                                               const char *COMPONENT_NULLABLE other) {
  return component_text_in_or(component_value_at(value, key), other);
}

// A hint of the call, for component_bool_in and its like; null where the call came by a key that
// declares none of the name, or by no key at all.
//
// OWNERSHIP: the result lives as long as `call`.
// THREADS: as component_find.
static inline const component_value *COMPONENT_NULLABLE component_hint(const component_call *call, const char *name) {
  for (size_t index = 0; call->hints && index < call->hint_count; index++) {
    if (component_text_is(call->hints[index].key, name)) return &call->hints[index].value;
  }
  return NULL;
}

// The call's place in a trace of callers from outside, as component_host.trace says it; empty where there is none, and in
// a host that came before it.
//
// OWNERSHIP: the result lives as long as `call`.
// THREADS: as component_host.reply.
static inline component_text component_trace(component_call *call) {
  return COMPONENT_HAS(call->host, trace) ? call->host->trace(call) : component_text_of(NULL);
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
