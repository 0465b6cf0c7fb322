#define _GNU_SOURCE
#include "native.h"

#include "crash.h"
#include "crash_record.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

_Thread_local void *host_thread_state;

const int host_path_only = O_PATH;

static pthread_key_t exit_key;
static pthread_once_t exit_once = PTHREAD_ONCE_INIT;
static void (*exit_function)(void *);

static void at_exit(void *state) {
  host_crash_thread_ends();
  host_thread_state = NULL;
  __atomic_load_n(&exit_function, __ATOMIC_RELAXED)(state);
}

static void make_exit_key(void) { pthread_key_create(&exit_key, at_exit); }

void host_thread_state_at_exit(void *state, void (*function)(void *)) {
  __atomic_store_n(&exit_function, function, __ATOMIC_RELAXED);
  pthread_once(&exit_once, make_exit_key);
  pthread_setspecific(exit_key, state);
  host_crash_thread();
}

// A process must register before its first expedited barrier. 1: works, 0: doesn't.
static int barrier_works;
static pthread_once_t barrier_once = PTHREAD_ONCE_INIT;

static void register_barrier(void) {
  barrier_works = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

int host_barrier_available(void) {
  pthread_once(&barrier_once, register_barrier);
  return barrier_works;
}

// While there is one thread it is done at once; once there are more, the kernel waits for all processors: 10 ms.
__attribute__((constructor)) static void register_barrier_early(void) { host_barrier_available(); }

int host_barrier_all_threads(void) {
  return host_barrier_available() && syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
}

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

int host_memory_file(const char *name) {
  // Newer kernels can be told to make memory files that don't execute; MFD_EXEC says that this one must. Older
  // kernels don't know the flag.
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_EXEC);
  if (descriptor < 0 && errno == EINVAL) descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return descriptor;
}

int host_seal(int descriptor) {
  // EBUSY: a page is still held, by the kernel itself when it moves pages about. The kernel has waited a tenth of a
  // second for it by then, and is asked again.
  for (int tries = 1;; tries++) {
    if (!fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)) return 0;
    if (errno != EBUSY || tries == 10) return -1;
  }
}

int host_spawn_apart(const char *program, char *const *arguments, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  if (!error) error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, 0, 1);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, 0, 2);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error)
    error = posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  // Not posix_spawnp: it gives what the system can't run to a shell.
  if (!error) error = posix_spawn(child, program, &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// Written only where one thread is left.
static int forks;
static pthread_once_t forks_once = PTHREAD_ONCE_INIT;

static void count_fork(void) { forks++; }
static void count_forks(void) { pthread_atfork(NULL, NULL, count_fork); }

int host_forks(void) {
  pthread_once(&forks_once, count_forks);
  return forks;
}

int host_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int host_ear(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

void host_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

void host_thread_name(char *name) {
  name[0] = 0;
  prctl(PR_GET_NAME, name);
}

int host_thread_number(void) { return (int)syscall(SYS_gettid); }
