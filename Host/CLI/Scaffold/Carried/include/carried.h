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

// The manifest of the SDK, NUL-terminated, for the names that are taken in it.
//
// OWNERSHIP: the result is a constant.
// THREADS: any.
const char *carried_manifest(void);

#pragma clang assume_nonnull end

#endif
