// Files of the SDK that the program carries: the contract for C and Rust, which new packages get a copy of.

#ifndef HOST_CARRIED_H
#define HOST_CARRIED_H

#include <stddef.h>

#pragma clang assume_nonnull begin

typedef struct carried_file {
  const char *path;   // "include/component.h"
  const char *bytes;  // NUL-terminated
} carried_file;

// A carried file; null where there are no more.
//
// OWNERSHIP: the result is a constant.
// THREADS: any.
const carried_file *_Nullable carried_file_at(size_t index);

#pragma clang assume_nonnull end

#endif
