#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "bench_native.h"

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static struct sockaddr_un address_of(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  return address;
}

static struct sockaddr_in address_at(int port) {
  return (struct sockaddr_in){
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

// ------------------------------------------------------------------------------------------------- who answers

int bench_start(const char *const *words, const char *log) {
  pid_t child = fork();
  if (child != 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int file = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0 || dup2(file, 1) < 0 || dup2(file, 2) < 0) _exit(126);
  execv(words[0], (char *const *)words);
  _exit(127);
}

// Answers each `request` bytes of every connection with `answer` bytes.
static void answer_all(int door, long request, long answer) {
  char *bytes = malloc((size_t)(request + answer));
  struct epoll_event event = {.events = EPOLLIN, .data.fd = door};
  int poll = epoll_create1(EPOLL_CLOEXEC);
  if (!bytes || poll < 0 || epoll_ctl(poll, EPOLL_CTL_ADD, door, &event)) _exit(1);
  memset(bytes, 'a', (size_t)(request + answer));
  for (;;) {
    struct epoll_event events[64];
    int count = epoll_wait(poll, events, 64, -1);
    for (int i = 0; i < count; i++) {
      int from = events[i].data.fd;
      if (from == door) {
        event.data.fd = accept4(door, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (event.data.fd >= 0) epoll_ctl(poll, EPOLL_CTL_ADD, event.data.fd, &event);
        continue;
      }
      // What is sent at once arrives at once, so short is it.
      ssize_t got = read(from, bytes, (size_t)request);
      if (got == request) got = write(from, bytes + request, (size_t)answer);
      if (got <= 0 && errno != EAGAIN) close(from);
    }
  }
}

int bench_answerer(const char *path, long request, long answer) {
  struct sockaddr_un address = address_of(path);
  unlink(path);
  int door = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (door < 0 || bind(door, (struct sockaddr *)&address, sizeof address) || listen(door, 512)) return -1;
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    answer_all(door, request, answer);
  }
  close(door);
  return child;
}

int bench_free_port(void) {
  struct sockaddr_in address = address_at(0);
  socklen_t size = sizeof address;
  int door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (door < 0) return -1;
  int failed = bind(door, (struct sockaddr *)&address, size) || getsockname(door, (struct sockaddr *)&address, &size);
  close(door);
  return failed ? -1 : ntohs(address.sin_port);
}

// ---------------------------------------------------------------------------------------------------- who asks

int bench_connect(const char *path, int port) {
  struct sockaddr_un here = address_of(path ? path : "");
  struct sockaddr_in there = address_at(port);
  int end = socket(path ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (end < 0) return -1;
  int failed = path ? connect(end, (struct sockaddr *)&here, sizeof here)
                    : connect(end, (struct sockaddr *)&there, sizeof there);
  int one = 1;
  if (!failed && !path) setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (!failed) return end;
  close(end);
  return -1;
}

long bench_answer(int end, const char *request, long length, char *answer, long limit) {
  if (write(end, request, (size_t)length) != length) return -1;
  ssize_t got = read(end, answer, (size_t)limit);
  if (got <= 0) return -1;
  // What comes late belongs to it as well.
  usleep(50000);
  ssize_t more = recv(end, answer + got, (size_t)(limit - got), MSG_DONTWAIT);
  return got + (more > 0 ? more : 0);
}

static int receive_all(int end, long answer) {
  char bytes[4096];
  for (long done = 0; done < answer;) {
    ssize_t got = read(end, bytes, (size_t)(answer - done < 4096 ? answer - done : 4096));
    if (got <= 0) return 0;
    done += got;
  }
  return 1;
}

long bench_asked(int end, const char *request, long length, long answer, long count) {
  for (long i = 0; i < count; i++) {
    if (write(end, request, (size_t)length) != length || !receive_all(end, answer)) return i;
  }
  return count;
}

static int compare(const void *a, const void *b) {
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

double bench_late(int port, const char *request, long length, long answer, double rate, double seconds) {
  enum { ENDS = 64 };
  struct {
    int end;
    long left;
    double due;
  } ends[ENDS];
  int idle[ENDS], idle_count = ENDS;
  long total = (long)(rate * seconds), sent = 0, heard = 0;
  double *times = calloc((size_t)total, sizeof *times);
  int poll = epoll_create1(EPOLL_CLOEXEC);
  double late = -1;
  if (!times || poll < 0) goto out;
  // The timer would otherwise be as late as 50 microseconds.
  prctl(PR_SET_TIMERSLACK, 1L);
  for (int i = 0; i < ENDS; i++) ends[i].end = -1;
  for (int i = 0; i < ENDS; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
    idle[i] = i;
    if ((ends[i].end = bench_connect(NULL, port)) < 0) goto out;
    if (epoll_ctl(poll, EPOLL_CTL_ADD, ends[i].end, &event)) goto out;
  }
  double interval = 1e9 / rate, began = (double)now();
  while (heard < total) {
    double time = (double)now();
    // A request is due whether there is an idle connection or not; it waits for one.
    for (; sent < total && idle_count > 0 && began + (double)sent * interval <= time; sent++) {
      int i = idle[--idle_count];
      ends[i].due = began + (double)sent * interval;
      ends[i].left = answer;
      if (write(ends[i].end, request, (size_t)length) != length) goto out;
    }
    int64_t rest = (int64_t)(began + (double)sent * interval - (double)now());
    if (rest < 0) rest = 0;
    struct timespec until = {.tv_sec = rest / 1000000000, .tv_nsec = rest % 1000000000};
    struct epoll_event events[ENDS];
    int count = epoll_pwait2(poll, events, ENDS, sent < total && idle_count > 0 ? &until : NULL, NULL);
    for (int n = 0; n < count; n++) {
      char bytes[4096];
      int i = (int)events[n].data.u32;
      ssize_t got = read(ends[i].end, bytes, sizeof bytes);
      if (got <= 0) goto out;
      ends[i].left -= got;
      if (ends[i].left > 0) continue;
      if (ends[i].left < 0) goto out;
      times[heard++] = (double)now() - ends[i].due;
      idle[idle_count++] = i;
    }
  }
  qsort(times, (size_t)total, sizeof *times, compare);
  late = times[total * 99 / 100];
out:
  for (int i = 0; poll >= 0 && i < ENDS; i++) {
    if (ends[i].end >= 0) close(ends[i].end);
  }
  if (poll >= 0) close(poll);
  free(times);
  return late;
}
