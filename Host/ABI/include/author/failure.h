// Failures: the bad end of a call, and progress before it.

#ifndef COMPONENT_AUTHOR_FAILURE_H
#define COMPONENT_AUTHOR_FAILURE_H

#include "message.h"
#include "value.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// Ends a call with a failure. `reason` is one word for programs; empty, the code's own name. `details` are a map of
// further facts, or null.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_host.fail, and so for all functions that fail a call.
static inline int32_t component_fail_with(component_call *call, int32_t code, const char *reason,
                                          component_text message, component_value details) {
  component_failure failure = COMPONENT_ZERO;
  failure.abi = COMPONENT_ABI_VERSION;
  failure.size = (uint32_t)sizeof(failure);
  failure.code = code;
  failure.reason = component_text_of(reason);
  failure.message = message;
  failure.details = details;
  return call->host->fail(call, &failure);
}

// As component_fail_with, without details.
//
// OWNERSHIP: `reason` and `message` are borrowed until the function returns.
// THREADS: as component_fail_with.
static inline int32_t component_fail_text(component_call *call, int32_t code, const char *reason,
                                          component_text message) {
  return component_fail_with(call, code, reason, message, component_null());
}

// As component_fail_text, with a NUL-terminated message.
//
// OWNERSHIP: `reason` and `message` are borrowed until the function returns.
// THREADS: as component_fail_text.
static inline int32_t component_fail(component_call *call, int32_t code, const char *reason, const char *message) {
  return component_fail_text(call, code, reason, component_text_of(message));
}

// As component_fail, with a message made as printf makes it, cut to COMPONENT_MESSAGE_LIMIT bytes. What is put in
// must be UTF-8.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_fail_text.
__attribute__((format(printf, 4, 5))) static inline int32_t component_fail_format(component_call *call, int32_t code,
                                                                                  const char *reason,
                                                                                  const char *format, ...) {
  char message[COMPONENT_MESSAGE_LIMIT + 1];
  va_list arguments;
  va_start(arguments, format);
  component_text text = component_format(message, format, arguments);
  va_end(arguments);
  return component_fail_text(call, code, reason, text);
}

// Reports how far a call has come: `fraction` from 0 to 1, or negative where it is not known.
//
// OWNERSHIP: `message` is borrowed until the function returns.
// THREADS: as component_host.progress.
static inline int32_t component_report_progress(component_call *call, double fraction,
                                                const char *COMPONENT_NULLABLE message) {
  component_progress progress = COMPONENT_ZERO;
  progress.abi = COMPONENT_ABI_VERSION;
  progress.size = (uint32_t)sizeof(progress);
  progress.fraction = fraction;
  progress.message = component_text_of(message);
  return call->host->progress(call, &progress);
}

// Whether the caller has given the call up, or its deadline has passed. A long action asks now and then, and returns
// without a reply.
//
// OWNERSHIP: `call` is borrowed.
// THREADS: as component_host.is_cancelled.
static inline bool component_is_cancelled(component_call *call) { return call->host->is_cancelled(call); }

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
