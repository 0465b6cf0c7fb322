// Images: a component's file, and what the program that loads it learns from its path.

#ifndef COMPONENT_TEST_IMAGE_H
#define COMPONENT_TEST_IMAGE_H

#include <dlfcn.h>
#include <unistd.h>

#include "json.h"

// The whole path of a file, from the root folder on.
//
// OWNERSHIP: `path` is borrowed; the result is the caller's to free.
// THREADS: any.
static inline char *component_test_whole_path(const char *path) {
  component_test_text whole = COMPONENT_ZERO;
  char folder[4096];
  while (path[0] == '.' && path[1] == '/') path += path[2] == '/' ? 1 : 2;
  if (path[0] != '/' && getcwd(folder, sizeof(folder))) {
    component_test_say(&whole, folder);
    component_test_say(&whole, "/");
  }
  component_test_say(&whole, path);
  return whole.bytes;
}

// The folder in a whole path.
//
// OWNERSHIP: the result borrows `path`.
// THREADS: any.
static inline component_text component_test_folder(const char *path) {
  component_text folder = component_text_of(path);
  while (folder.length > 0 && folder.bytes[folder.length - 1] != '/') folder.length--;
  if (folder.length > 1) folder.length--;
  return folder;
}

// The component's name in the name of its file, libSum.so.
//
// OWNERSHIP: the result borrows `path`.
// THREADS: any.
static inline component_text component_test_name(const char *path) {
  const char *slash = strrchr(path, '/');
  component_text name = component_text_of(slash ? slash + 1 : path);
  if (name.length > 3 && memcmp(name.bytes, "lib", 3) == 0) name.bytes += 3, name.length -= 3;
  for (size_t index = 0; index < name.length; index++) {
    if (name.bytes[index] == '.') name.length = index;
  }
  return name;
}

// Opens a file for a copy of a library beside it, under a name that neither a file nor a loaded library has; null where
// none can be written there.
//
// OWNERSHIP: `path` is borrowed; `copy` becomes the file's name, the caller's to free, as the result is to close.
// THREADS: one.
static inline FILE *component_test_open_copy(const char *path, component_test_text *copy) {
  FILE *file = NULL;
  for (int number = 2; number < 1000 && !file; number++) {
    char end[16];
    snprintf(end, sizeof(end), ".%d", number);
    copy->length = 0;
    component_test_say(copy, path);
    component_test_say(copy, end);
    void *image = dlopen(copy->bytes, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    // It gives back the hold that asking took, and unloads nothing: with RTLD_NOLOAD it was loaded before.
    if (image) dlclose(image);
    else file = fopen(copy->bytes, "wbx");
  }
  return file;
}

// Loads a library. Of one that is loaded already a copy, which lies beside the file for as long as that takes: only so
// has each generation of a component variables of its own, as in the program.
//
// OWNERSHIP: `path` is borrowed; the library stays loaded.
// THREADS: one.
static inline void *component_test_load(const char *path) {
  component_test_text copy = COMPONENT_ZERO;
  char bytes[4096];
  size_t count;
  void *image = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  if (!image) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
  // Only the hold that asking took, as above.
  dlclose(image);
  image = NULL;
  FILE *from = fopen(path, "rb"), *to = component_test_open_copy(path, &copy);
  bool is_written = from && to;
  while (is_written && (count = fread(bytes, 1, sizeof(bytes), from)) > 0) {
    is_written = fwrite(bytes, 1, count, to) == count;
  }
  if (from) fclose(from);
  if (to) is_written = fclose(to) == 0 && is_written;
  if (is_written) image = dlopen(copy.bytes, RTLD_NOW | RTLD_LOCAL);
  else fprintf(stderr, "error: %s is loaded already, and no copy of it can be written beside it\n", path);
  if (to) remove(copy.bytes);
  free(copy.bytes);
  return image;
}

#endif
