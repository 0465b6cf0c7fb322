#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench_native.h"

// What goes one way through shared memory: a ring of messages of one size, and what its reader sleeps on.
enum { SLOTS = 64, SLOT = 4096, LOOKS = 1000 };

struct lane {
  _Alignas(128) _Atomic uint32_t said;
  _Alignas(128) _Atomic uint32_t sleeps;
  _Alignas(128) char slots[SLOTS][SLOT];
};

struct bench_echo {
  bench_way way;
  int to, from;
  struct lane *out, *in;
  uint32_t heard;
  // How often the reader looks before it sleeps.
  int looks;
  long size;
  char *bytes;
};

static void say(bench_echo *echo) {
  struct lane *lane = echo->out;
  uint32_t said = atomic_load_explicit(&lane->said, memory_order_relaxed);
  memcpy(lane->slots[said % SLOTS], echo->bytes, (size_t)echo->size);
  atomic_store(&lane->said, said + 1);
  if (atomic_exchange(&lane->sleeps, 0)) syscall(SYS_futex, &lane->said, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void hear(bench_echo *echo) {
  struct lane *lane = echo->in;
  for (int i = 0; i < echo->looks && atomic_load(&lane->said) == echo->heard; i++) __builtin_ia32_pause();
  while (atomic_load(&lane->said) == echo->heard) {
    atomic_store(&lane->sleeps, 1);
    syscall(SYS_futex, &lane->said, FUTEX_WAIT, echo->heard, NULL, NULL, 0);
  }
  memcpy(echo->bytes, lane->slots[echo->heard++ % SLOTS], (size_t)echo->size);
}

static int send_all(bench_echo *echo) {
  if (echo->way == BENCH_MEMORY) {
    say(echo);
    return 1;
  }
  for (long done = 0; done < echo->size;) {
    ssize_t sent = write(echo->to, echo->bytes + done, (size_t)(echo->size - done));
    if (sent <= 0) return 0;
    done += sent;
  }
  return 1;
}

static int receive_all(bench_echo *echo) {
  if (echo->way == BENCH_MEMORY) {
    hear(echo);
    return 1;
  }
  for (long done = 0; done < echo->size;) {
    ssize_t got = read(echo->from, echo->bytes + done, (size_t)(echo->size - done));
    if (got <= 0) return 0;
    done += got;
  }
  return 1;
}

// The two ends of each direction: there, and back.
static int open_ends(bench_way way, int there[2], int back[2]) {
  if (way == BENCH_PIPES) return pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC) ? -1 : 0;
  if (way == BENCH_MEMORY) return 0;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, there)) return -1;
  // The first is this process's, in both directions.
  back[0] = there[0];
  back[1] = there[1];
  int other = there[0];
  there[0] = there[1];
  there[1] = other;
  return 0;
}

bench_echo *bench_echo_start(int processor, long size, bench_way way, int looks) {
  int there[2] = {-1, -1}, back[2] = {-1, -1};
  if (open_ends(way, there, back) || (way == BENCH_MEMORY && size > SLOT)) return NULL;
  bench_echo *echo = calloc(1, sizeof *echo);
  if (!echo) return NULL;
  *echo = (bench_echo){.way = way, .size = size, .looks = looks, .bytes = malloc((size_t)size)};
  if (!echo->bytes) return NULL;
  memset(echo->bytes, 1, (size_t)size);
  struct lane *lanes = mmap(NULL, 2 * sizeof *lanes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (lanes == MAP_FAILED) return NULL;
  pid_t child = fork();
  if (child < 0) return NULL;
  echo->to = child ? there[1] : back[1];
  echo->from = child ? back[0] : there[0];
  echo->out = &lanes[child ? 0 : 1];
  echo->in = &lanes[child ? 1 : 0];
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

long bench_echo_flights(bench_echo *echo, long count) {
  long bytes = 0;
  for (long i = 0; i < count; i++) {
    for (int n = 0; n < SLOTS; n++) {
      if (!send_all(echo)) return bytes;
    }
    for (int n = 0; n < SLOTS; n++) {
      if (!receive_all(echo)) return bytes;
      bytes += echo->size;
    }
  }
  return bytes;
}
