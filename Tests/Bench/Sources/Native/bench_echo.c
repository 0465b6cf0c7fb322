#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench_native.h"

struct bench_echo {
  int to, from;
  long size;
  char *bytes;
};

static int send_all(const bench_echo *echo) {
  for (long done = 0; done < echo->size;) {
    ssize_t sent = write(echo->to, echo->bytes + done, (size_t)(echo->size - done));
    if (sent <= 0) return 0;
    done += sent;
  }
  return 1;
}

static int receive_all(const bench_echo *echo) {
  for (long done = 0; done < echo->size;) {
    ssize_t got = read(echo->from, echo->bytes + done, (size_t)(echo->size - done));
    if (got <= 0) return 0;
    done += got;
  }
  return 1;
}

bench_echo *bench_echo_start(int processor, long size, int by_socket) {
  int there[2], back[2];
  if (by_socket) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, there)) return NULL;
    // The first is this process's, in both directions.
    back[0] = there[0];
    back[1] = there[1];
    int other = there[0];
    there[0] = there[1];
    there[1] = other;
  } else if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC)) {
    return NULL;
  }
  bench_echo *echo = malloc(sizeof *echo);
  if (!echo) return NULL;
  echo->size = size;
  echo->bytes = malloc((size_t)size);
  if (!echo->bytes) return NULL;
  memset(echo->bytes, 1, (size_t)size);
  pid_t child = fork();
  if (child < 0) return NULL;
  echo->to = child ? there[1] : back[1];
  echo->from = child ? back[0] : there[0];
  if (child) return echo;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  bench_pin(processor);
  while (receive_all(echo) && send_all(echo)) {
  }
  _exit(0);
}

long bench_echo_trips(bench_echo *echo, long count) {
  long bytes = 0;
  for (long i = 0; i < count && send_all(echo) && receive_all(echo); i++) bytes += echo->size;
  return bytes;
}
