// Replies: the good end of a call, in one line.

#ifndef COMPONENT_AUTHOR_REPLY_H
#define COMPONENT_AUTHOR_REPLY_H

#include "value.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// Ends a call with a value. The result is for the action to return.
//
// OWNERSHIP: `value` and all it points to are borrowed until the function returns.
// THREADS: as component_host.reply.
static inline int32_t component_reply(component_call *call, component_value value) {
  return call->host->reply(call, &value);
}

// The same for each kind of value; `string` is NUL-terminated. Null says: it is done, and there is nothing to tell.
//
// OWNERSHIP: what is passed is borrowed until the function returns.
// THREADS: as component_host.reply.
static inline int32_t component_reply_null(component_call *call) { return component_reply(call, component_null()); }

static inline int32_t component_reply_bool(component_call *call, bool boolean) {
  return component_reply(call, component_bool(boolean));
}

static inline int32_t component_reply_int(component_call *call, int64_t integer) {
  return component_reply(call, component_int(integer));
}

static inline int32_t component_reply_double(component_call *call, double number) {
  return component_reply(call, component_double(number));
}

static inline int32_t component_reply_text(component_call *call, component_text text) {
  return component_reply(call, component_text_value(text));
}

static inline int32_t component_reply_string(component_call *call, const char *COMPONENT_NULLABLE string) {
  return component_reply(call, component_string(string));
}

static inline int32_t component_reply_bytes(component_call *call, const uint8_t *COMPONENT_NULLABLE bytes,
                                            size_t count) {
  return component_reply(call, component_bytes(bytes, count));
}

static inline int32_t component_reply_list(component_call *call, const component_value *COMPONENT_NULLABLE items,
                                           size_t count) {
  return component_reply(call, component_list(items, count));
}

static inline int32_t component_reply_map(component_call *call, const component_entry *COMPONENT_NULLABLE entries,
                                          size_t count) {
  return component_reply(call, component_map(entries, count));
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
