// Counts how long a thread waits in locks and conditions, and gives its processor away for others: preloaded, it stands
// before the C library's own functions. Only threads that ask are looked at.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <time.h>

static int (*lock)(pthread_mutex_t *);
static int (*wait)(pthread_cond_t *, pthread_mutex_t *);
static int (*timed_wait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
static int (*yield)(void);

static _Thread_local int is_watched;
static _Thread_local int64_t waited;

void bench_watch_gates(void) { is_watched = 1; }

// What the asking thread has waited, in nanoseconds.
int64_t bench_waited(void) { return waited; }

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

__attribute__((constructor)) static void find(void) {
  if (yield) return;
  lock = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
  wait = (int (*)(pthread_cond_t *, pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_cond_wait");
  timed_wait = (int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))dlsym(RTLD_NEXT,
                                                                                           "pthread_cond_timedwait");
  yield = (int (*)(void))dlsym(RTLD_NEXT, "sched_yield");
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  find();
  if (!is_watched) return lock(mutex);
  // A lock that is free is none to wait in.
  if (pthread_mutex_trylock(mutex) == 0) return 0;
  int64_t began = now();
  int result = lock(mutex);
  waited += now() - began;
  return result;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  find();
  int64_t began = is_watched ? now() : 0;
  int result = wait(condition, mutex);
  if (is_watched) waited += now() - began;
  return result;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  find();
  int64_t began = is_watched ? now() : 0;
  int result = timed_wait(condition, mutex, until);
  if (is_watched) waited += now() - began;
  return result;
}

int sched_yield(void) {
  find();
  int64_t began = is_watched ? now() : 0;
  int result = yield();
  if (is_watched) waited += now() - began;
  return result;
}
