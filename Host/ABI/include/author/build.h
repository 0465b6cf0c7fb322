// Building: a reply of lists and maps whose size is not known before, one value after the other.
//
//   component_build reply = COMPONENT_ZERO;
//   component_begin_map(&reply, NULL);
//   component_put_int(&reply, "pages", 3);
//   component_begin_list(&reply, "notes");
//   component_put_string(&reply, NULL, "worth reading");
//   component_end(&reply);
//   component_end(&reply);
//   return component_reply_built(call, &reply);
//
// A value belongs to what was begun last and not ended yet; in a map it has a key, in a list none. Keys, texts and bytes
// are borrowed until the reply, but the texts of component_put_format. Where they do not live so long, such as a
// database's that go with their row, `reply.copies = true` has everything copied that is put from then on. This is what
// allocates; the reply gives all of it back.

#ifndef COMPONENT_AUTHOR_BUILD_H
#define COMPONENT_AUTHOR_BUILD_H

#include <stdlib.h>

#include "failure.h"
#include "keep.h"
#include "reply.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// A text that the builder itself owns.
typedef struct component_build_text {
  struct component_build_text *COMPONENT_NULLABLE next;
  char bytes[COMPONENT_MESSAGE_LIMIT + 1];
} component_build_text;

// A value that the builder itself owns.
typedef struct component_build_copy {
  struct component_build_copy *COMPONENT_NULLABLE next;
  component_value value;
} component_build_copy;

// What is being built: all values in the order in which they came. Zeroed memory is one in which nothing is yet.
typedef struct component_build {
  component_entry *COMPONENT_NULLABLE entries;
  size_t count, room;
  size_t open[COMPONENT_DEPTH_LIMIT];  // where the lists and maps stand that are not ended
  size_t depth;
  component_build_text *COMPONENT_NULLABLE texts;
  const char *COMPONENT_NULLABLE fault;  // null as long as all is well
  bool copies;                           // whether what is put is copied
  component_build_copy *COMPONENT_NULLABLE copied;
} component_build;

// A copy of a value, which the builder owns; the value itself where there is nothing to copy, or nothing is copied.
//
// OWNERSHIP: `value` is borrowed; the copy is the builder's until the reply.
// THREADS: the builder's own.
static inline component_value component_build_copy_of(component_build *build, component_value value) {
  if (!build->copies || component_kept_size(&value) == 0) return value;
  component_build_copy *COMPONENT_NULLABLE copy = (component_build_copy *)malloc(sizeof(component_build_copy));
  if (!copy || !component_keep(&value, &copy->value)) {
    free(copy);
    build->fault = "there is no memory left";
    return component_null();
  }
  copy->next = build->copied;
  build->copied = copy;
  return copy->value;
}

// Adds a value; `key` is null in a list, and for the first one.
//
// OWNERSHIP: `key` and what `value` borrows are borrowed until the reply, or, where the builder copies, until the function
//            returns.
// THREADS: the builder's own, and so for all functions of this file.
static inline void component_put(component_build *build, const char *COMPONENT_NULLABLE key, component_value value) {
  if (build->fault) return;
  if (build->depth == 0 && build->count > 0) {
    build->fault = "a value was put beside the first one";
    return;
  }
  if (build->count == build->room) {
    size_t room = build->room * 2 + 16;
    component_entry *COMPONENT_NULLABLE grown =
        (component_entry *)realloc(build->entries, room * sizeof(component_entry));
    if (!grown) {
      build->fault = "there is no memory left";
      return;
    }
    build->entries = grown;
    build->room = room;
  }
  component_entry *entries = build->entries;
  if (build->depth > 0) {
    component_value *around = &entries[build->open[build->depth - 1]].value;
    if ((around->kind == COMPONENT_KIND_MAP) != (key != NULL)) {
      build->fault = key ? "a value in a list has a key" : "a value in a map has no key";
      return;
    }
    around->count++;
  }
  component_value name = component_build_copy_of(build, component_text_value(component_text_of(key)));
  entries[build->count].key = component_text_in(&name);
  entries[build->count++].value = component_build_copy_of(build, value);
}

// The same for each kind of value; component_put_format makes its text as printf makes it, cut to
// COMPONENT_MESSAGE_LIMIT bytes.
//
// OWNERSHIP: as component_put; what component_put_format puts in is copied.
// THREADS: as component_put.
static inline void component_put_null(component_build *build, const char *COMPONENT_NULLABLE key) {
  component_put(build, key, component_null());
}

static inline void component_put_bool(component_build *build, const char *COMPONENT_NULLABLE key, bool boolean) {
  component_put(build, key, component_bool(boolean));
}

static inline void component_put_int(component_build *build, const char *COMPONENT_NULLABLE key, int64_t integer) {
  component_put(build, key, component_int(integer));
}

static inline void component_put_double(component_build *build, const char *COMPONENT_NULLABLE key, double number) {
  component_put(build, key, component_double(number));
}

static inline void component_put_text(component_build *build, const char *COMPONENT_NULLABLE key,
                                      component_text text) {
  component_put(build, key, component_text_value(text));
}

static inline void component_put_string(component_build *build, const char *COMPONENT_NULLABLE key,
                                        const char *string) {
  component_put(build, key, component_string(string));
}

static inline void component_put_bytes(component_build *build, const char *COMPONENT_NULLABLE key,
                                       const uint8_t *COMPONENT_NULLABLE bytes, size_t count) {
  component_put(build, key, component_bytes(bytes, count));
}

__attribute__((format(printf, 3, 4))) static inline void component_put_format(component_build *build,
                                                                              const char *COMPONENT_NULLABLE key,
                                                                              const char *format, ...) {
  component_build_text *COMPONENT_NULLABLE text = (component_build_text *)malloc(sizeof(component_build_text));
  if (!text) {
    build->fault = "there is no memory left";
    return;
  }
  text->next = build->texts;
  build->texts = text;
  va_list arguments;
  va_start(arguments, format);
  component_text made = component_format(text->bytes, format, arguments);
  va_end(arguments);
  component_put(build, key, component_text_value(made));
}

// Begins a list or a map; component_end ends the one that was begun last.
//
// OWNERSHIP: as component_put.
// THREADS: as component_put.
static inline void component_begin(component_build *build, const char *COMPONENT_NULLABLE key, component_kind kind) {
  component_value value = COMPONENT_ZERO;
  value.kind = kind;
  if (build->depth == COMPONENT_DEPTH_LIMIT) build->fault = "lists and maps nest too deep";
  component_put(build, key, value);
  if (!build->fault) build->open[build->depth++] = build->count - 1;
}

static inline void component_begin_list(component_build *build, const char *COMPONENT_NULLABLE key) {
  component_begin(build, key, COMPONENT_KIND_LIST);
}

static inline void component_begin_map(component_build *build, const char *COMPONENT_NULLABLE key) {
  component_begin(build, key, COMPONENT_KIND_MAP);
}

static inline void component_end(component_build *build) {
  if (build->depth > 0) build->depth--;
  else if (!build->fault) build->fault = "more was ended than begun";
}

// Lays out what belongs to the value at `*next`, and steps behind it: a list's items and a map's entries lie together.
//
// OWNERSHIP: the result borrows the builder and `place`.
// THREADS: as component_put.
static inline component_value component_lay_out(const component_build *build, size_t *next,
                                                char *COMPONENT_NONNULL *COMPONENT_NONNULL place) {
  component_value value = build->entries[(*next)++].value;
  if (value.kind == COMPONENT_KIND_LIST && value.count > 0 && !value.as.items) {
    component_value *items = (component_value *)(void *)*place;
    *place += value.count * sizeof(component_value);
    for (size_t index = 0; index < value.count; index++) items[index] = component_lay_out(build, next, place);
    value.as.items = items;
  } else if (value.kind == COMPONENT_KIND_MAP && value.count > 0 && !value.as.entries) {
    component_entry *entries = (component_entry *)(void *)*place;
    *place += value.count * sizeof(component_entry);
    for (size_t index = 0; index < value.count; index++) {
      entries[index].key = build->entries[*next].key;
      entries[index].value = component_lay_out(build, next, place);
    }
    value.as.entries = entries;
  }
  return value;
}

// Gives back what was built, and is not replied.
//
// OWNERSHIP: nothing of it may be used any more.
// THREADS: as component_put.
static inline void component_drop_built(component_build *build) {
  while (build->texts) {
    component_build_text *text = build->texts;
    build->texts = text->next;
    free(text);
  }
  while (build->copied) {
    component_build_copy *copy = build->copied;
    build->copied = copy->next;
    component_let_go(&copy->value);
    free(copy);
  }
  free(build->entries);
  memset(build, 0, sizeof(*build));
}

// Ends a call with what was built, and gives that back. What was built wrongly fails the call. The result is for the
// action to return.
//
// OWNERSHIP: as component_drop_built.
// THREADS: as component_host.reply.
static inline int32_t component_reply_built(component_call *call, component_build *build) {
  char *COMPONENT_NULLABLE place = NULL;
  int32_t status;
  if (!build->fault && build->depth > 0) build->fault = "a list or a map was not ended";
  if (!build->fault && build->count == 0) build->fault = "nothing was built";
  if (!build->fault) place = (char *)malloc(build->count * sizeof(component_entry));
  if (place) {
    size_t next = 0;
    char *from = place;
    status = component_reply(call, component_lay_out(build, &next, &from));
    free(place);
  } else {
    status = component_fail(call, COMPONENT_FAILURE_FAILED, "not_built",
                            build->fault ? build->fault : "there is no memory left");
  }
  component_drop_built(build);
  return status;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
