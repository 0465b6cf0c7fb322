#define _GNU_SOURCE
#include "crash.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

// Functions of the C library, for the program and all that it loads: the dynamic loader looks for them in the program
// first. The kernel would end the process without a word where a thread has no room left on its stack, or blocks the
// signal of its own fault; so each thread is prepared for a crash before it runs anything of a component's, and no
// thread blocks such a signal. Nor would anybody be told of a component that ends the process with `_exit`.
//
// A sanitizer has functions of its own in their place.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !__has_feature(address_sanitizer) && \
    !__has_feature(thread_sanitizer)

// MARK: threads

// What a new thread runs.
struct beginning {
  void *(*run)(void *);
  int (*run_c11)(void *);
  void *argument;
};

static struct beginning *beginning(struct beginning content) {
  struct beginning *result = malloc(sizeof *result);
  if (result) *result = content;
  return result;
}

static struct beginning begin(void *own) {
  struct beginning content = *(struct beginning *)own;
  free(own);
  host_crash_thread();
  return content;
}

static void *begin_thread(void *own) {
  struct beginning content = begin(own);
  return content.run(content.argument);
}

static int begin_c11_thread(void *own) {
  struct beginning content = begin(own);
  return content.run_c11(content.argument);
}

// The C library's own. They are looked for before there are components: in the constructor of one, that of another thread
// would have the loader's lock.
static __typeof__(pthread_create) *create;
static __typeof__(thrd_create) *create_c11;

__attribute__((constructor)) static void find(void) {
  create = (__typeof__(create))dlsym(RTLD_NEXT, "pthread_create");
  create_c11 = (__typeof__(create_c11))dlsym(RTLD_NEXT, "thrd_create");
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
  if (!create) find();
  struct beginning *own = beginning((struct beginning){.run = run, .argument = argument});
  if (!create || !own) {
    free(own);
    return EAGAIN;
  }
  int error = create(thread, attributes, begin_thread, own);
  if (error) free(own);
  return error;
}

int thrd_create(thrd_t *thread, thrd_start_t run, void *argument) {
  if (!create_c11) find();
  struct beginning *own = beginning((struct beginning){.run_c11 = run, .argument = argument});
  if (!create_c11 || !own) {
    free(own);
    return thrd_nomem;
  }
  int result = create_c11(thread, begin_c11_thread, own);
  if (result != thrd_success) free(own);
  return result;
}

// MARK: signals

// What may be blocked of a set. The kernel has 64 signals, and a set room for more. Two of them are the C library's own, by
// which it cancels threads.
static uint64_t blockable(const sigset_t *set) {
  uint64_t signals;
  memcpy(&signals, set, sizeof signals);
  return host_crash_without_faults(signals) & ~(UINT64_C(3) << 31);
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
  uint64_t signals = 0;
  if (set && how == SIG_UNBLOCK) memcpy(&signals, set, sizeof signals);
  if (set && how != SIG_UNBLOCK) signals = blockable(set);
  int kept = errno;
  int error = syscall(SYS_rt_sigprocmask, how, set ? &signals : NULL, before, sizeof signals) == 0 ? 0 : errno;
  errno = kept;
  return error;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
  int error = pthread_sigmask(how, set, before);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

// The C library's own name for what is replaced here.
int __sigaction(int number, const struct sigaction *action, struct sigaction *before);

int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
  if (!action || host_crash_keeps(number, action)) return __sigaction(number, NULL, before);
  struct sigaction open = *action;
  uint64_t signals = blockable(&action->sa_mask);
  memcpy(&open.sa_mask, &signals, sizeof signals);
  return __sigaction(number, &open, before);
}

// MARK: exit

// Where the program itself lies, as the linker has it.
extern const char __executable_start[], etext[];

// What was to run at the end does not run here, so nobody else would be told. The program's own calls mean what they say.
__attribute__((noreturn)) static void leave(int status, const void *behind) {
  uintptr_t caller = (uintptr_t)behind - 1;
  if (caller < (uintptr_t)__executable_start || caller >= (uintptr_t)etext) host_crash_leaves(status, caller);
  for (;;) syscall(SYS_exit_group, status);
}

__attribute__((noreturn)) void _exit(int status) { leave(status, __builtin_return_address(0)); }

__attribute__((noreturn)) void _Exit(int status) { leave(status, __builtin_return_address(0)); }

#endif
