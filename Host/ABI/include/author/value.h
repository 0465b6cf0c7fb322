// Values: what parameters and replies are made of.

#ifndef COMPONENT_AUTHOR_VALUE_H
#define COMPONENT_AUTHOR_VALUE_H

#include "text.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// The value of a map's key; null where the value is no map or has no such key.
//
// OWNERSHIP: the result lives as long as `value`.
// THREADS: any.
static inline const component_value *COMPONENT_NULLABLE component_value_at(const component_value *value,
                                                                          const char *key) {
  if (value->kind != COMPONENT_KIND_MAP || !value->as.entries) return NULL;
  for (size_t index = 0; index < value->count; index++) {
    if (component_text_is(value->as.entries[index].key, key)) return &value->as.entries[index].value;
  }
  return NULL;
}

// The scalars: null, a bool, an int, a double.
//
// OWNERSHIP: nothing is borrowed.
// THREADS: any.
static inline component_value component_null(void) {
  component_value value = COMPONENT_ZERO;
  return value;
}

static inline component_value component_bool(bool boolean) {
  component_value value = COMPONENT_ZERO;
  value.kind = COMPONENT_KIND_BOOL;
  value.as.boolean = boolean;
  return value;
}

static inline component_value component_int(int64_t integer) {
  component_value value = COMPONENT_ZERO;
  value.kind = COMPONENT_KIND_INT;
  value.as.integer = integer;
  return value;
}

static inline component_value component_double(double number) {
  component_value value = COMPONENT_ZERO;
  value.kind = COMPONENT_KIND_DOUBLE;
  value.as.number = number;
  return value;
}

// A text of a given length.
//
// OWNERSHIP: the value borrows the text's bytes.
// THREADS: any.
static inline component_value component_text_value(component_text text) {
  component_value value = COMPONENT_ZERO;
  value.kind = COMPONENT_KIND_TEXT;
  value.as.text = text.bytes;
  value.count = text.length;
  return value;
}

// The text of a NUL-terminated string.
//
// OWNERSHIP: the value borrows `string`.
// THREADS: any.
static inline component_value component_string(const char *COMPONENT_NULLABLE string) {
  return component_text_value(component_text_of(string));
}

// Bytes.
//
// OWNERSHIP: the value borrows `bytes`.
// THREADS: any.
static inline component_value component_bytes(const uint8_t *COMPONENT_NULLABLE bytes, size_t count) {
  component_value value = COMPONENT_ZERO;
  value.kind = COMPONENT_KIND_BYTES;
  value.as.bytes = bytes;
  value.count = count;
  return value;
}

// A list.
//
// OWNERSHIP: the value borrows `items`.
// THREADS: any.
static inline component_value component_list(const component_value *COMPONENT_NULLABLE items, size_t count) {
  component_value value = COMPONENT_ZERO;
  value.kind = COMPONENT_KIND_LIST;
  value.as.items = items;
  value.count = count;
  return value;
}

// A map; its keys must be unique.
//
// OWNERSHIP: the value borrows `entries`.
// THREADS: any.
static inline component_value component_map(const component_entry *COMPONENT_NULLABLE entries, size_t count) {
  component_value value = COMPONENT_ZERO;
  value.kind = COMPONENT_KIND_MAP;
  value.as.entries = entries;
  value.count = count;
  return value;
}

// An object or a function, for callers in this process.
//
// OWNERSHIP: the value borrows what is passed; to keep that retain it.
// THREADS: any.
static inline component_value component_object_value(const component_object *object) {
  component_value value = COMPONENT_ZERO;
  value.kind = COMPONENT_KIND_OBJECT;
  value.as.object = object;
  return value;
}

static inline component_value component_function_value(const component_function *function) {
  component_value value = COMPONENT_ZERO;
  value.kind = COMPONENT_KIND_FUNCTION;
  value.as.function = function;
  return value;
}

// A function and an object of the component's own, for the values above. Those whose context or instance lives as long as
// the process need no `retain` and `release` of theirs; an object has them all the same, for they tell it from others'.
//
// OWNERSHIP: the result borrows everything.
// THREADS: any.
static inline component_function component_function_of(const component_host *host, component_run run,
                                                       void *COMPONENT_NULLABLE context,
                                                       void (*COMPONENT_NULLABLE retain)(void *COMPONENT_NULLABLE),
                                                       void (*COMPONENT_NULLABLE release)(void *COMPONENT_NULLABLE)) {
  component_function function = COMPONENT_ZERO;
  function.abi = COMPONENT_ABI_VERSION;
  function.size = (uint32_t)sizeof(function);
  function.context = context;
  function.run = run;
  function.retain = retain;
  function.release = release;
  function.host = host;
  return function;
}

static inline component_object component_object_of(const char *type, void *instance, void (*retain)(void *instance),
                                                   void (*release)(void *instance)) {
  component_object object;
  object.abi = COMPONENT_ABI_VERSION;
  object.size = (uint32_t)sizeof(object);
  object.type = component_text_of(type);
  object.instance = instance;
  object.retain = retain;
  object.release = release;
  return object;
}

// One key of a map, or one parameter of a call.
//
// OWNERSHIP: the entry borrows `key` and what `value` borrows.
// THREADS: any.
static inline component_entry component_pair(const char *key, component_value value) {
  component_entry entry = COMPONENT_ZERO;
  entry.key = component_text_of(key);
  entry.value = value;
  return entry;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
