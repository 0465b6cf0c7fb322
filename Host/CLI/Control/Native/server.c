#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int host_control_take(int listener) {
  int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  return client < 0 ? -errno : client;
}

int host_control_peer(int socket, uid_t *user) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || size != sizeof peer) return 0;
  *user = peer.uid;
  return 1;
}

ssize_t host_control_receive(int socket, void *bytes, size_t room, int *descriptors, int wanted, int *count) {
  // Room for as many as the kernel lets through, so that none can be lost on the way without a word.
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(253 * sizeof(int))];
  } control = {0};
  struct iovec content = {bytes, room};
  struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t result;
  *count = 0;
  do result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (result < 0 && errno == EINTR);
  if (result < 0) return -errno;
  int is_right = !(message.msg_flags & MSG_CTRUNC);
  for (struct cmsghdr *each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
    if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_RIGHTS) continue;
    size_t came = (each->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t place = 0; place < came; place++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(each) + place * sizeof descriptor, sizeof descriptor);
      if (*count < wanted) {
        descriptors[(*count)++] = descriptor;
      } else {
        close(descriptor);
        is_right = 0;
      }
    }
  }
  if (is_right && (*count == 0 || *count == wanted)) return result;
  while (*count > 0) close(descriptors[--*count]);
  return -EBADMSG;
}

int host_control_send(int socket, const void *bytes, size_t length) {
  for (size_t done = 0; done < length;) {
    ssize_t sent = send(socket, (const char *)bytes + done, length - done, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) return errno;
    if (sent > 0) done += (size_t)sent;
  }
  return 0;
}

static _Thread_local void *own;

void host_control_thread_set(void *pointer) { own = pointer; }

void *host_control_thread_get(void) { return own; }
