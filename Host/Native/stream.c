#define _GNU_SOURCE
#include "stream.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

int host_stream_kind(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status)) return -errno;
  if (S_ISSOCK(status.st_mode)) return HOST_STREAM_SOCKET;
  return S_ISFIFO(status.st_mode) ? HOST_STREAM_PIPE : HOST_STREAM_FILE;
}

// An older kernel does not know the flag for pipes. Where there is room at all in a pipe, there is for so much.
static ssize_t write_little(int descriptor, const void *bytes, size_t count) {
  struct pollfd room = {.fd = descriptor, .events = POLLOUT};
  if (poll(&room, 1, 0) <= 0) return -EAGAIN;
  ssize_t written = write(descriptor, bytes, count < PIPE_BUF ? count : PIPE_BUF);
  return written < 0 ? -errno : written;
}

static ssize_t write_once(int descriptor, int kind, const void *bytes, size_t count) {
  if (kind == HOST_STREAM_SOCKET) return send(descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (kind != HOST_STREAM_PIPE) return write(descriptor, bytes, count);
  struct iovec piece = {.iov_base = (void *)bytes, .iov_len = count};
  return pwritev2(descriptor, &piece, 1, -1, RWF_NOWAIT);
}

ssize_t host_stream_write(int descriptor, int kind, const void *bytes, size_t count) {
  ssize_t written;
  do written = write_once(descriptor, kind, bytes, count);
  while (written < 0 && errno == EINTR);
  if (written >= 0) return written;
  if (kind == HOST_STREAM_PIPE && (errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL))
    return write_little(descriptor, bytes, count);
  return -errno;
}
