#define _GNU_SOURCE
#include "native.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

// Shrunk, the file would be a trap for whoever reads it: SIGBUS.
#define SIZE_SEALS (F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW)

int host_shared_memory(const char *name, size_t size) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  // Older kernels don't know the flag.
  if (descriptor < 0 && errno == EINVAL) descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  if (!ftruncate(descriptor, (off_t)size) && !fcntl(descriptor, F_ADD_SEALS, SIZE_SEALS)) return descriptor;
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

int64_t host_sealed_size(int descriptor) {
  int seals = fcntl(descriptor, F_GET_SEALS);
  struct stat status;
  if (seals < 0 || (seals & F_SEAL_SHRINK) == 0 || fstat(descriptor, &status)) return -1;
  return status.st_size;
}

// Room for one descriptor, as the system wants it.
typedef union {
  struct cmsghdr header;
  char room[CMSG_SPACE(sizeof(int))];
} one_descriptor;

bool host_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
  one_descriptor control;
  memset(&control, 0, sizeof control);
  struct iovec data = {(void *)bytes, count};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)count;
}

int host_receive_descriptor(int socket, void *bytes, size_t count) {
  one_descriptor control;
  struct iovec data = {bytes, count};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
  ssize_t got;
  do got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL);
  while (got < 0 && errno == EINTR);
  if (got < 0) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
      header->cmsg_len != CMSG_LEN(sizeof(int)))
    return -1;
  int descriptor;
  memcpy(&descriptor, CMSG_DATA(header), sizeof(int));
  if (got == (ssize_t)count && (message.msg_flags & MSG_CTRUNC) == 0) return descriptor;
  close(descriptor);
  return -1;
}

int host_hang_ups(void) { return epoll_create1(EPOLL_CLOEXEC); }

int host_hang_ups_watch(int set, int socket, uint64_t number) {
  // What the other side sends wakes nobody.
  struct epoll_event event = {.events = EPOLLRDHUP | EPOLLONESHOT, .data.u64 = number};
  return epoll_ctl(set, EPOLL_CTL_ADD, socket, &event);
}

void host_hang_ups_forget(int set, int socket) { epoll_ctl(set, EPOLL_CTL_DEL, socket, NULL); }

uint64_t host_hang_ups_wait(int set) {
  struct epoll_event event;
  return epoll_wait(set, &event, 1, -1) == 1 ? event.data.u64 : 0;
}
