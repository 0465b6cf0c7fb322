// Values that are kept: copies of what was borrowed, such as the state that one generation saves for the next.

#ifndef COMPONENT_TEST_VALUE_H
#define COMPONENT_TEST_VALUE_H

#include <stdlib.h>

#include "../author/text.h"

// A copy of memory; null of nothing.
//
// OWNERSHIP: `bytes` is borrowed; the result is the caller's to free.
// THREADS: any.
static inline void *component_test_duplicate(const void *bytes, size_t length) {
  if (!bytes || length == 0) return NULL;
  void *copy = malloc(length);
  if (!copy) abort();
  return memcpy(copy, bytes, length);
}

// A copy of a value, in which objects and functions are retained.
//
// OWNERSHIP: `value` and all it points to are borrowed; the result is the caller's until component_test_let_go.
// THREADS: any.
static inline component_value component_test_keep(const component_value *value) {
  component_value copy = *value;
  switch (value->kind) {
    case COMPONENT_KIND_TEXT:
      copy.as.text = (const char *)component_test_duplicate(value->as.text, value->count);
      break;
    case COMPONENT_KIND_BYTES:
      copy.as.bytes = (const uint8_t *)component_test_duplicate(value->as.bytes, value->count);
      break;
    case COMPONENT_KIND_LIST: {
      size_t size = value->count * sizeof(component_value);
      component_value *items = (component_value *)component_test_duplicate(value->as.items, size);
      for (size_t index = 0; index < value->count; index++) items[index] = component_test_keep(&items[index]);
      copy.as.items = items;
      break;
    }
    case COMPONENT_KIND_MAP: {
      size_t size = value->count * sizeof(component_entry);
      component_entry *entries = (component_entry *)component_test_duplicate(value->as.entries, size);
      for (size_t index = 0; index < value->count; index++) {
        component_text *key = &entries[index].key;
        key->bytes = (const char *)component_test_duplicate(key->bytes, key->length);
        entries[index].value = component_test_keep(&entries[index].value);
      }
      copy.as.entries = entries;
      break;
    }
    case COMPONENT_KIND_OBJECT:
      copy.as.object = (const component_object *)component_test_duplicate(value->as.object, sizeof(component_object));
      copy.as.object->retain(copy.as.object->instance);
      break;
    case COMPONENT_KIND_FUNCTION:
      copy.as.function =
          (const component_function *)component_test_duplicate(value->as.function, sizeof(component_function));
      if (copy.as.function->retain) copy.as.function->retain(copy.as.function->context);
      break;
    default: break;
  }
  return copy;
}

// Frees a copy, and releases the objects and functions in it.
//
// OWNERSHIP: what `copy` points to must not be used any more.
// THREADS: any.
static inline void component_test_let_go(const component_value *copy) {
  const void *memory = NULL;
  switch (copy->kind) {
    case COMPONENT_KIND_TEXT: memory = copy->as.text; break;
    case COMPONENT_KIND_BYTES: memory = copy->as.bytes; break;
    case COMPONENT_KIND_LIST:
      for (size_t index = 0; index < copy->count; index++) component_test_let_go(&copy->as.items[index]);
      memory = copy->as.items;
      break;
    case COMPONENT_KIND_MAP:
      for (size_t index = 0; index < copy->count; index++) {
        free((void *)(uintptr_t)copy->as.entries[index].key.bytes);
        component_test_let_go(&copy->as.entries[index].value);
      }
      memory = copy->as.entries;
      break;
    case COMPONENT_KIND_OBJECT:
      copy->as.object->release(copy->as.object->instance);
      memory = copy->as.object;
      break;
    case COMPONENT_KIND_FUNCTION:
      if (copy->as.function->release) copy->as.function->release(copy->as.function->context);
      memory = copy->as.function;
      break;
    default: break;
  }
  free((void *)(uintptr_t)memory);
}

#endif
