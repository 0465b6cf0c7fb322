// Messages: sentences for people, put together in a place of bounded size.

#ifndef COMPONENT_AUTHOR_MESSAGE_H
#define COMPONENT_AUTHOR_MESSAGE_H

#include "text.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// The longest message of component_fail_format and of the parameter readers, in bytes.
#define COMPONENT_MESSAGE_LIMIT 512

// Writes a message of bounded length, for the parameter readers.
typedef struct component_message {
  size_t length;
  char bytes[COMPONENT_MESSAGE_LIMIT];
} component_message;

// Adds a text to a message, as much as there is room for.
//
// OWNERSHIP: `text` is copied.
// THREADS: the message's own.
static inline void component_message_add(component_message *message, component_text text) {
  size_t room = sizeof(message->bytes) - message->length;
  size_t length = text.length;
  if (!text.bytes) return;
  if (length > room) length = component_whole_characters(text.bytes, room);
  memcpy(message->bytes + message->length, text.bytes, length);
  message->length += length;
}

// Adds a NUL-terminated string to a message.
//
// OWNERSHIP: `string` is copied.
// THREADS: the message's own.
static inline void component_message_say(component_message *message, const char *string) {
  component_message_add(message, component_text_of(string));
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
