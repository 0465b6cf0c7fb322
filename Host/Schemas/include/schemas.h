// The JSON Schemas of what the program and its doors write, as they are published.

#ifndef HOST_SCHEMAS_H
#define HOST_SCHEMAS_H

#include <stddef.h>

#pragma clang assume_nonnull begin

typedef struct published_schema {
  const char *name;   // "failure-1.json"
  const char *bytes;  // not NUL-terminated
  size_t length;
} published_schema;

// One of them; null where there are no more.
//
// OWNERSHIP: the result is a constant.
// THREADS: any.
const published_schema *_Nullable published_schema_at(size_t index);

#pragma clang assume_nonnull end

#endif
