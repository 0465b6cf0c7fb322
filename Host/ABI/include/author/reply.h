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

// Makes a value of a kind in the place that it is lent from, field by field. Copied there as a whole it would wait for
// the stores just before, a quarter of the time of a call.
//
// OWNERSHIP: nothing is borrowed.
// THREADS: any.
static inline void component_begin_value(component_value *value, uint32_t kind, size_t count) {
  value->kind = kind;
  value->flags = 0;
  value->as.integer = 0;
  value->count = count;
}

// The same for each kind of value; `string` is NUL-terminated. Null says: it is done, and there is nothing to tell.
//
// OWNERSHIP: what is passed is borrowed until the function returns.
// THREADS: as component_host.reply.
static inline int32_t component_reply_null(component_call *call) {
  component_value value;
  component_begin_value(&value, COMPONENT_KIND_NULL, 0);
  return call->host->reply(call, &value);
}

static inline int32_t component_reply_bool(component_call *call, bool boolean) {
  component_value value;
  component_begin_value(&value, COMPONENT_KIND_BOOL, 0);
  value.as.boolean = boolean;
  return call->host->reply(call, &value);
}

static inline int32_t component_reply_int(component_call *call, int64_t integer) {
  component_value value;
  component_begin_value(&value, COMPONENT_KIND_INT, 0);
  value.as.integer = integer;
  return call->host->reply(call, &value);
}

static inline int32_t component_reply_double(component_call *call, double number) {
  component_value value;
  component_begin_value(&value, COMPONENT_KIND_DOUBLE, 0);
  value.as.number = number;
  return call->host->reply(call, &value);
}

static inline int32_t component_reply_text(component_call *call, component_text text) {
  component_value value;
  component_begin_value(&value, COMPONENT_KIND_TEXT, text.length);
  value.as.text = text.bytes;
  return call->host->reply(call, &value);
}

static inline int32_t component_reply_string(component_call *call, const char *COMPONENT_NULLABLE string) {
  return component_reply_text(call, component_text_of(string));
}

static inline int32_t component_reply_bytes(component_call *call, const uint8_t *COMPONENT_NULLABLE bytes,
                                            size_t count) {
  component_value value;
  component_begin_value(&value, COMPONENT_KIND_BYTES, count);
  value.as.bytes = bytes;
  return call->host->reply(call, &value);
}

static inline int32_t component_reply_list(component_call *call, const component_value *COMPONENT_NULLABLE items,
                                           size_t count) {
  component_value value;
  component_begin_value(&value, COMPONENT_KIND_LIST, count);
  value.as.items = items;
  return call->host->reply(call, &value);
}

static inline int32_t component_reply_map(component_call *call, const component_entry *COMPONENT_NULLABLE entries,
                                          size_t count) {
  component_value value;
  component_begin_value(&value, COMPONENT_KIND_MAP, count);
  value.as.entries = entries;
  return call->host->reply(call, &value);
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
