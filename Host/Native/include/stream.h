// Writing to a stream that somebody else has made, without waiting for its reader and without changing how others that
// have it write to it.
//
// A function that can fail returns the system's error number as a negative one.

#ifndef HOST_STREAM_H
#define HOST_STREAM_H

#include <stddef.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// What a stream leads to, as far as it matters for writing.
enum {
  HOST_STREAM_SOCKET = 1,
  HOST_STREAM_PIPE = 2,
  // A file or a terminal.
  HOST_STREAM_FILE = 3,
};

// What it leads to.
//
// OWNERSHIP: the descriptor is borrowed.
// THREADS: any.
int host_stream_kind(int descriptor);

// Writes what there is room for: how many bytes, or -EAGAIN where there is none. Of a file or a terminal all is written,
// however long that takes.
//
// OWNERSHIP: everything is borrowed.
// THREADS: any, one at a time for each stream.
ssize_t host_stream_write(int descriptor, int kind, const void *bytes, size_t count);

#pragma clang assume_nonnull end

#endif
