// The log: what a component has to say to whoever runs the host, and hosts that lack something.

#ifndef COMPONENT_AUTHOR_LOG_H
#define COMPONENT_AUTHOR_LOG_H

#include "message.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// Says something for the log; `message` is NUL-terminated.
//
// OWNERSHIP: `message` is borrowed until the function returns.
// THREADS: any, also inside register.
static inline void component_log(const component_host *host, component_level level, const char *message) {
  host->log(host, level, component_text_of(message));
}

// As component_log, with a message made as printf makes it, cut to COMPONENT_MESSAGE_LIMIT bytes.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_log.
__attribute__((format(printf, 3, 4))) static inline void component_log_format(const component_host *host,
                                                                              component_level level,
                                                                              const char *format, ...) {
  char message[COMPONENT_MESSAGE_LIMIT + 1];
  va_list arguments;
  va_start(arguments, format);
  component_text text = component_format(message, format, arguments);
  va_end(arguments);
  host->log(host, level, text);
}

// Refuses the registration because the host lacks what the component can't do without, where COMPONENT_HAS said so:
// `what` is read behind "the host is too old for this component: it has no ". The result is for register to return.
//
// OWNERSHIP: `what` is borrowed until the function returns.
// THREADS: only inside register, on its thread.
static inline int32_t component_refuse_host(const component_host *host, component_registration *registration,
                                            const char *what) {
  component_message message = COMPONENT_ZERO;
  component_message_say(&message, "the host is too old for this component: it has no ");
  component_message_say(&message, what);
  component_text text = COMPONENT_ZERO;
  text.bytes = message.bytes;
  text.length = message.length;
  host->explain(registration, text);
  return COMPONENT_FAILURE_REFUSED;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
