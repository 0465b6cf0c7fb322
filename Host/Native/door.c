#define _GNU_SOURCE
#include "door.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int failed(int descriptor) {
  int error = errno;
  if (descriptor >= 0) close(descriptor);
  return -error;
}

int host_events(void) {
  int set = epoll_create1(EPOLL_CLOEXEC);
  return set < 0 ? -errno : set;
}

int host_events_watch(int set, int descriptor, uint64_t number, bool edges, bool writes, bool change) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP, .data.u64 = number};
  if (edges) event.events |= EPOLLET;
  // Not from the beginning: of a Unix socket it would be told with every answer that the other side has read.
  if (writes) event.events |= EPOLLOUT;
  return epoll_ctl(set, change ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event) ? -errno : 0;
}

void host_events_forget(int set, int descriptor) { epoll_ctl(set, EPOLL_CTL_DEL, descriptor, NULL); }

int host_events_wait(int set, host_event *events, int room, int milliseconds) {
  struct epoll_event told[64];
  if (room > 64) room = 64;
  int count = epoll_wait(set, told, room, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int place = 0; place < count; place++) {
    uint32_t happened = told[place].events, what = 0;
    if (happened & EPOLLIN) what |= HOST_READABLE;
    if (happened & EPOLLOUT) what |= HOST_WRITABLE;
    if (happened & EPOLLRDHUP) what |= HOST_INPUT_ENDED;
    if (happened & (EPOLLHUP | EPOLLERR)) what |= HOST_GONE;
    events[place].number = told[place].data.u64;
    events[place].what = what;
  }
  return count;
}

int host_bell(void) {
  int bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return bell < 0 ? -errno : bell;
}

void host_bell_ring(int bell) {
  uint64_t one = 1;
  // Where it is full it has been rung.
  while (write(bell, &one, sizeof one) < 0 && errno == EINTR) {}
}

void host_bell_hush(int bell) {
  uint64_t count;
  while (read(bell, &count, sizeof count) < 0 && errno == EINTR) {}
}

int host_accept(int listener) {
  int socket;
  do socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  while (socket < 0 && errno == EINTR);
  return socket < 0 ? -errno : socket;
}

ssize_t host_receive(int socket, void *bytes, size_t room) {
  ssize_t count;
  do count = recv(socket, bytes, room, MSG_DONTWAIT);
  while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : count;
}

ssize_t host_send(int socket, const void *bytes, size_t count) {
  ssize_t sent;
  do sent = send(socket, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : sent;
}

typedef union {
  struct sockaddr any;
  struct sockaddr_in four;
  struct sockaddr_in6 six;
  struct sockaddr_un local;
} address;

// How long it is; 0 where the text is no address.
static socklen_t read_address(const char *text, uint16_t port, address *address) {
  memset(address, 0, sizeof *address);
  if (inet_pton(AF_INET, text, &address->four.sin_addr) == 1) {
    address->four.sin_family = AF_INET;
    address->four.sin_port = htons(port);
    return sizeof address->four;
  }
  if (inet_pton(AF_INET6, text, &address->six.sin6_addr) == 1) {
    address->six.sin6_family = AF_INET6;
    address->six.sin6_port = htons(port);
    return sizeof address->six;
  }
  return 0;
}

enum { BACKLOG = 4096 };

int host_listen_internet(const char *text, uint16_t port) {
  address address;
  socklen_t length = read_address(text, port, &address);
  if (length == 0) return -EINVAL;
  int listener = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0) return -errno;
  int on = 1;
  // Connections of the process before that are still being closed are no obstacle.
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (address.any.sa_family == AF_INET6) setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  // Connections inherit it: an answer is one piece, and the next one waits for nothing.
  setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (bind(listener, &address.any, length) || listen(listener, BACKLOG)) return failed(listener);
  return listener;
}

int host_is_loopback(const char *text) {
  address address;
  if (read_address(text, 0, &address) == 0) return -EINVAL;
  if (address.any.sa_family == AF_INET) return ntohl(address.four.sin_addr.s_addr) >> 24 == 127;
  return IN6_IS_ADDR_LOOPBACK(&address.six.sin6_addr) ? 1 : 0;
}

size_t host_unix_path_limit(void) { return sizeof((struct sockaddr_un *)0)->sun_path - 1; }

static bool local_address(const char *path, address *address) {
  memset(address, 0, sizeof *address);
  address->local.sun_family = AF_UNIX;
  size_t length = strlen(path);
  if (length == 0 || length > host_unix_path_limit()) return false;
  memcpy(address->local.sun_path, path, length);
  return true;
}

int host_listen_unix(const char *path) {
  address address;
  if (!local_address(path, &address)) return -ENAMETOOLONG;
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0) return -errno;
  // Before it has a name: there is no moment in which somebody else could open it, whatever the umask.
  if (fchmod(listener, 0600) || bind(listener, &address.any, sizeof address.local)) return failed(listener);
  if (listen(listener, BACKLOG)) {
    int error = errno;
    unlink(path);
    close(listener);
    return -error;
  }
  return listener;
}

int host_answers_unix(const char *path) {
  address address;
  if (!local_address(path, &address)) return -ENAMETOOLONG;
  int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (client < 0) return -errno;
  int result;
  do result = connect(client, &address.any, sizeof address.local);
  while (result < 0 && errno == EINTR);
  if (result < 0) return failed(client);
  close(client);
  return 0;
}

int host_take_listener(int socket) {
  int kind = 0, listens = 0;
  socklen_t size = sizeof kind;
  if (getsockopt(socket, SOL_SOCKET, SO_TYPE, &kind, &size)) return -errno;
  size = sizeof listens;
  if (getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size)) return -errno;
  if (kind != SOCK_STREAM || !listens) return -EPROTOTYPE;
  int flags = fcntl(socket, F_GETFL);
  if (flags < 0 || fcntl(socket, F_SETFL, flags | O_NONBLOCK) || fcntl(socket, F_SETFD, FD_CLOEXEC)) return -errno;
  int on = 1;
  // It fails for a Unix socket, which needs none.
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return 0;
}

bool host_is_unix(int socket) {
  int domain = 0;
  socklen_t size = sizeof domain;
  return getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain == AF_UNIX;
}

int host_socket_name(int socket, bool of_peer, char *text, size_t room) {
  address address;
  socklen_t size = sizeof address;
  memset(&address, 0, sizeof address);
  if ((of_peer ? getpeername : getsockname)(socket, &address.any, &size)) return -errno;
  char digits[INET6_ADDRSTRLEN] = "";
  int count = 0;
  switch (address.any.sa_family) {
    case AF_INET:
      inet_ntop(AF_INET, &address.four.sin_addr, digits, sizeof digits);
      count = snprintf(text, room, "%s:%u", digits, ntohs(address.four.sin_port));
      break;
    case AF_INET6:
      inet_ntop(AF_INET6, &address.six.sin6_addr, digits, sizeof digits);
      count = snprintf(text, room, "[%s]:%u", digits, ntohs(address.six.sin6_port));
      break;
    case AF_UNIX:
      if (size > offsetof(struct sockaddr_un, sun_path)) {
        bool is_abstract = address.local.sun_path[0] == 0;
        int length = (int)(size - offsetof(struct sockaddr_un, sun_path)) - is_abstract;
        const char *name = address.local.sun_path + is_abstract;
        count = snprintf(text, room, "%s%.*s", is_abstract ? "@" : "", length, name);
      }
      break;
  }
  return count < (int)room ? count : (int)room - 1;
}

int host_tell(const char *path, const void *bytes, size_t count) {
  address address;
  if (!local_address(path, &address)) return -ENAMETOOLONG;
  socklen_t size = sizeof address.local;
  if (path[0] == '@') {
    address.local.sun_path[0] = 0;
    size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
  }
  int teller = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (teller < 0) return -errno;
  ssize_t sent;
  do sent = sendto(teller, bytes, count, MSG_NOSIGNAL, &address.any, size);
  while (sent < 0 && errno == EINTR);
  if (sent < 0) return failed(teller);
  close(teller);
  return 0;
}

int host_random(void *bytes, size_t count) { return getrandom(bytes, count, 0) == (ssize_t)count ? 0 : -errno; }

static _Thread_local void *thread_request;

void *host_thread_request(void) { return thread_request; }

void host_set_thread_request(void *request) { thread_request = request; }
