// Messages: sentences for people, put together in a place of bounded size.

#ifndef COMPONENT_AUTHOR_MESSAGE_H
#define COMPONENT_AUTHOR_MESSAGE_H

#include <stdarg.h>
#include <stdio.h>

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

// The text that printf would make, in a place of COMPONENT_MESSAGE_LIMIT + 1 bytes, without half a character at its end.
//
// OWNERSHIP: the result borrows `message`; the rest is borrowed until the function returns.
// THREADS: the place's own.
__attribute__((format(printf, 2, 0))) static inline component_text component_format(char *message, const char *format,
                                                                                    va_list arguments) {
  int written = vsnprintf(message, COMPONENT_MESSAGE_LIMIT + 1, format, arguments);
  component_text text = COMPONENT_ZERO;
  text.bytes = message;
  if (written > 0) text.length = (size_t)written;
  if (text.length > COMPONENT_MESSAGE_LIMIT) {
    text.length = component_whole_characters(message, COMPONENT_MESSAGE_LIMIT);
  }
  return text;
}

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

// Adds a text from outside, which must be valid UTF-8. Characters that could break a line, act on a terminal or turn the
// direction of writing are escaped, as the Swift kit does.
//
// OWNERSHIP: `text` is copied.
// THREADS: the message's own.
static inline void component_message_quote(component_message *message, component_text text) {
  for (size_t at = 0; text.bytes && at < text.length;) {
    const unsigned char *bytes = (const unsigned char *)text.bytes + at;
    size_t size = bytes[0] < 0x80 ? 1u : bytes[0] < 0xE0 ? 2u : bytes[0] < 0xF0 ? 3u : 4u;
    if (size > text.length - at) size = text.length - at;
    uint32_t scalar = size == 1   ? bytes[0]
                      : size == 2 ? ((bytes[0] & 0x1Fu) << 6) | (bytes[1] & 0x3Fu)
                      : size == 3 ? ((bytes[0] & 0x0Fu) << 12) | ((bytes[1] & 0x3Fu) << 6) | (bytes[2] & 0x3Fu)
                                  : 0x10000u;
    bool acts = scalar < 0x20 || (scalar >= 0x7F && scalar <= 0x9F) || scalar == 0x061C ||
                (scalar >= 0x200E && scalar <= 0x200F) || (scalar >= 0x2028 && scalar <= 0x202E) ||
                (scalar >= 0x2066 && scalar <= 0x2069) || scalar == 0xFEFF;
    char escape[16] = "";
    component_text piece = COMPONENT_ZERO;
    piece.bytes = acts ? escape : text.bytes + at;
    piece.length = size;
    if (acts) {
      static const char letters[] = "btn.fr";
      bool isShort = scalar >= 0x08 && scalar <= 0x0D && scalar != 0x0B;
      int written = isShort ? snprintf(escape, sizeof(escape), "\\%c", letters[scalar - 0x08])
                            : snprintf(escape, sizeof(escape), "\\u%04x", (unsigned)scalar);
      piece.length = written > 0 ? (size_t)written : 0;
    }
    component_message_add(message, piece);
    at += size;
  }
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
