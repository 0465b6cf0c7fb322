// Values that are kept: copies of what was borrowed, such as what a neighbour replied, or the state that one generation
// saves for the next.

#ifndef COMPONENT_AUTHOR_KEEP_H
#define COMPONENT_AUTHOR_KEEP_H

#include <stdlib.h>

#include "text.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// How many bytes lie behind a copy of a value, and behind one of these bytes alone: each begins where a pointer may.
//
// OWNERSHIP: everything is borrowed.
// THREADS: any.
static inline size_t component_kept_bytes(size_t count) { return (count + 7) / 8 * 8; }

static inline size_t component_kept_size(const component_value *value) {
  size_t size = 0;
  switch (value->kind) {
    case COMPONENT_KIND_TEXT: return value->as.text ? component_kept_bytes(value->count) : 0;
    case COMPONENT_KIND_BYTES: return value->as.bytes ? component_kept_bytes(value->count) : 0;
    case COMPONENT_KIND_OBJECT: return sizeof(component_object);
    case COMPONENT_KIND_FUNCTION: return sizeof(component_function);
    case COMPONENT_KIND_LIST:
      for (size_t index = 0; index < value->count; index++) size += component_kept_size(&value->as.items[index]);
      return size + value->count * sizeof(component_value);
    case COMPONENT_KIND_MAP:
      for (size_t index = 0; index < value->count; index++) {
        const component_entry *entry = &value->as.entries[index];
        size += component_kept_bytes(entry->key.length) + component_kept_size(&entry->value);
      }
      return size + value->count * sizeof(component_entry);
    default: return 0;
  }
}

// Copies bytes to a place, which goes on behind them; null where there are none.
//
// OWNERSHIP: `bytes` is borrowed; the result lies in the place.
// THREADS: the place's own.
static inline void *COMPONENT_NULLABLE component_keep_bytes(char *COMPONENT_NULLABLE *COMPONENT_NONNULL place,
                                                            const void *COMPONENT_NULLABLE bytes, size_t count) {
  char *COMPONENT_NULLABLE copy = *place;
  if (!copy || !bytes || count == 0) return NULL;
  memcpy(copy, bytes, count);
  *place = copy + component_kept_bytes(count);
  return copy;
}

// Copies a value to a place, in which objects and functions are retained.
//
// OWNERSHIP: as component_keep_bytes.
// THREADS: the place's own.
static inline component_value component_keep_in(char *COMPONENT_NULLABLE *COMPONENT_NONNULL place,
                                                const component_value *value) {
  component_value copy = *value;
  if (value->kind == COMPONENT_KIND_TEXT) {
    copy.as.text = (const char *)component_keep_bytes(place, value->as.text, value->count);
  } else if (value->kind == COMPONENT_KIND_BYTES) {
    copy.as.bytes = (const uint8_t *)component_keep_bytes(place, value->as.bytes, value->count);
  } else if (value->kind == COMPONENT_KIND_LIST) {
    size_t size = value->count * sizeof(component_value);
    component_value *items = (component_value *)component_keep_bytes(place, value->as.items, size);
    for (size_t index = 0; items && index < value->count; index++) {
      items[index] = component_keep_in(place, &value->as.items[index]);
    }
    copy.as.items = items;
  } else if (value->kind == COMPONENT_KIND_MAP) {
    size_t size = value->count * sizeof(component_entry);
    component_entry *entries = (component_entry *)component_keep_bytes(place, value->as.entries, size);
    for (size_t index = 0; entries && index < value->count; index++) {
      const component_entry *from = &value->as.entries[index];
      entries[index].key.bytes = (const char *)component_keep_bytes(place, from->key.bytes, from->key.length);
      entries[index].value = component_keep_in(place, &from->value);
    }
    copy.as.entries = entries;
  } else if (value->kind == COMPONENT_KIND_OBJECT) {
    copy.as.object = (const component_object *)component_keep_bytes(place, value->as.object, sizeof(component_object));
    if (copy.as.object) copy.as.object->retain(copy.as.object->instance);
  } else if (value->kind == COMPONENT_KIND_FUNCTION) {
    copy.as.function =
        (const component_function *)component_keep_bytes(place, value->as.function, sizeof(component_function));
    if (copy.as.function && copy.as.function->retain) copy.as.function->retain(copy.as.function->context);
  }
  return copy;
}

// Makes a copy of a value, in which objects and functions are retained. False where there is no memory for it; `copy` is
// null then.
//
// OWNERSHIP: `value` is borrowed; the copy is the caller's until component_let_go.
// THREADS: any.
static inline bool component_keep(const component_value *value, component_value *copy) {
  size_t size = component_kept_size(value);
  char *COMPONENT_NULLABLE place = size > 0 ? (char *)malloc(size) : NULL;
  bool is_kept = place || size == 0;
  component_value nothing = COMPONENT_ZERO;
  *copy = is_kept ? component_keep_in(&place, value) : nothing;
  return is_kept;
}

// Releases the objects and functions in a copy.
//
// OWNERSHIP: `copy` is borrowed; they are not the copy's any more.
// THREADS: any.
static inline void component_release_kept(const component_value *copy) {
  if (copy->kind == COMPONENT_KIND_LIST) {
    for (size_t index = 0; index < copy->count; index++) component_release_kept(&copy->as.items[index]);
  } else if (copy->kind == COMPONENT_KIND_MAP) {
    for (size_t index = 0; index < copy->count; index++) component_release_kept(&copy->as.entries[index].value);
  } else if (copy->kind == COMPONENT_KIND_OBJECT) {
    copy->as.object->release(copy->as.object->instance);
  } else if (copy->kind == COMPONENT_KIND_FUNCTION && copy->as.function->release) {
    copy->as.function->release(copy->as.function->context);
  }
}

// Gives a copy back, which is null then.
//
// OWNERSHIP: what `copy` points to must not be used any more.
// THREADS: any.
static inline void component_let_go(component_value *copy) {
  const void *COMPONENT_NULLABLE memory = NULL;
  if (copy->kind == COMPONENT_KIND_TEXT) memory = copy->as.text;
  if (copy->kind == COMPONENT_KIND_BYTES) memory = copy->as.bytes;
  if (copy->kind == COMPONENT_KIND_LIST) memory = copy->as.items;
  if (copy->kind == COMPONENT_KIND_MAP) memory = copy->as.entries;
  if (copy->kind == COMPONENT_KIND_OBJECT) memory = copy->as.object;
  if (copy->kind == COMPONENT_KIND_FUNCTION) memory = copy->as.function;
  component_release_kept(copy);
  // The root's own part lies first, so its address is that of all of it.
  free((void *)(uintptr_t)memory);
  memset(copy, 0, sizeof(*copy));
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
