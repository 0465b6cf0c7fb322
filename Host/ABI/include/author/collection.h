// Collections: reading parameters that hold more than one thing: bytes, lists, maps, objects, functions.

#ifndef COMPONENT_AUTHOR_COLLECTION_H
#define COMPONENT_AUTHOR_COLLECTION_H

#include "base64.h"
#include "parameter.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// Reads bytes. Those that came as bytes are lent as they are. A text from a command line, a URL or JSON is read as
// base64 into `room`, which needs three bytes for every four letters; where it is too small, the parameter is refused.
//
// OWNERSHIP: the bytes live as long as `call` and `room`.
// THREADS: as component_find.
static inline bool component_bytes_parameter(component_call *call, const char *name, uint8_t *COMPONENT_NULLABLE room,
                                             size_t size, const uint8_t *COMPONENT_NULLABLE *COMPONENT_NONNULL out,
                                             size_t *count) {
  const component_value *COMPONENT_NULLABLE value = component_find(call, name);
  *out = NULL;
  *count = 0;
  if (value && value->kind == COMPONENT_KIND_BYTES) {
    *out = value->as.bytes;
    *count = value->as.bytes ? value->count : 0;
    return true;
  }
  if (value && (value->flags & (COMPONENT_VALUE_LOOSE | COMPONENT_VALUE_JSON)) &&
      component_base64_decode(component_text_in(value), room, size, count)) {
    *out = room;
    return true;
  }
  return component_refuse_parameter(call, name, value, COMPONENT_KIND_BYTES);
}

// Reads a list or a map, as component_bool_parameter.
//
// OWNERSHIP: what is lent lives as long as `call`.
// THREADS: as component_find.
static inline bool component_list_parameter(component_call *call, const char *name,
                                            const component_value *COMPONENT_NULLABLE *COMPONENT_NONNULL items,
                                            size_t *count) {
  const component_value *COMPONENT_NULLABLE value = component_find(call, name);
  *items = NULL;
  *count = 0;
  if (!value || value->kind != COMPONENT_KIND_LIST) {
    return component_refuse_parameter(call, name, value, COMPONENT_KIND_LIST);
  }
  *items = value->as.items;
  *count = value->as.items ? value->count : 0;
  return true;
}

static inline bool component_map_parameter(component_call *call, const char *name,
                                           const component_entry *COMPONENT_NULLABLE *COMPONENT_NONNULL entries,
                                           size_t *count) {
  const component_value *COMPONENT_NULLABLE value = component_find(call, name);
  *entries = NULL;
  *count = 0;
  if (!value || value->kind != COMPONENT_KIND_MAP) {
    return component_refuse_parameter(call, name, value, COMPONENT_KIND_MAP);
  }
  *entries = value->as.entries;
  *count = value->as.entries ? value->count : 0;
  return true;
}

// Reads what may be absent or null, and is none then; what is of another kind still fails the call.
//
// OWNERSHIP: as component_bytes_parameter.
// THREADS: as component_find.
static inline bool component_optional_bytes_parameter(component_call *call, const char *name,
                                                      uint8_t *COMPONENT_NULLABLE room, size_t size,
                                                      const uint8_t *COMPONENT_NULLABLE *COMPONENT_NONNULL out,
                                                      size_t *count) {
  *out = NULL;
  *count = 0;
  return !component_has(call, name) || component_bytes_parameter(call, name, room, size, out, count);
}

static inline bool component_optional_list_parameter(component_call *call, const char *name,
                                                     const component_value *COMPONENT_NULLABLE *COMPONENT_NONNULL items,
                                                     size_t *count) {
  *items = NULL;
  *count = 0;
  return !component_has(call, name) || component_list_parameter(call, name, items, count);
}

static inline bool component_optional_map_parameter(component_call *call, const char *name,
                                                    const component_entry *COMPONENT_NULLABLE *COMPONENT_NONNULL entries,
                                                    size_t *count) {
  *entries = NULL;
  *count = 0;
  return !component_has(call, name) || component_map_parameter(call, name, entries, count);
}

// Reads an object or a function, as component_bool_parameter.
//
// OWNERSHIP: the result lives as long as `call`; to keep it copy the struct and call its `retain`.
// THREADS: as component_find.
static inline bool component_object_parameter(component_call *call, const char *name,
                                              const component_object *COMPONENT_NULLABLE *COMPONENT_NONNULL out) {
  const component_value *COMPONENT_NULLABLE value = component_find(call, name);
  *out = value && value->kind == COMPONENT_KIND_OBJECT ? value->as.object : NULL;
  return *out || component_refuse_parameter(call, name, value, COMPONENT_KIND_OBJECT);
}

static inline bool component_function_parameter(component_call *call, const char *name,
                                                const component_function *COMPONENT_NULLABLE *COMPONENT_NONNULL out) {
  const component_value *COMPONENT_NULLABLE value = component_find(call, name);
  *out = value && value->kind == COMPONENT_KIND_FUNCTION ? value->as.function : NULL;
  return *out || component_refuse_parameter(call, name, value, COMPONENT_KIND_FUNCTION);
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
