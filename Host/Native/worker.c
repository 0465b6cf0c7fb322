#define _GNU_SOURCE
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IN_CHILD __attribute__((disable_sanitizer_instrumentation, noinline))
#else
#define IN_CHILD __attribute__((noinline))
#endif

// In which namespaces a worker begins. The system allows one of them to all, or to those with privileges, or to nobody.
enum way { APART = 0, APART_AS_USER = 1, TOGETHER = 2 };

// The first that is worth a try.
static int first_way;

struct start {
  const host_worker_plan *plan;
  enum way way;
  char users[64], groups[64];
  // Written by the child.
  volatile int error, failed, is_refused;
};

// MARK: in the new process, in the memory of the old one

// Whether the system does not allow it, for now at least. What it is merely short of would be short another way as well.
IN_CHILD static int is_refusal(int error) {
  return error == EPERM || error == EACCES || error == EINVAL || error == ENOSYS || error == ENOSPC || error == EUSERS;
}

// Its own of the C library would be the program's, which keeps some handlers as they are.
IN_CHILD static void reset_signals(void) {
  struct {
    void *handler;
    unsigned long flags;
    void *restorer;
    uint64_t mask;
  } none = {0};
  for (int number = 1; number <= 64; number++) syscall(SYS_rt_sigaction, number, &none, NULL, sizeof none.mask);
}

IN_CHILD static void open_signals(void) {
  uint64_t none = 0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof none);
}

IN_CHILD static int write_map(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  ssize_t count = write(file, text, strlen(text));
  int error = count < 0 ? errno : 0;
  close(file);
  return error;
}

// Inside a namespace of users the worker stays who it was. Without such a map it would be nobody, and could not run the
// program.
IN_CHILD static int map_user(const struct start *start) {
  int error = write_map("/proc/self/setgroups", "deny");
  if (!error) error = write_map("/proc/self/uid_map", start->users);
  if (!error) error = write_map("/proc/self/gid_map", start->groups);
  return error;
}

// Threads look themselves up in /proc, by the numbers that they have in their own namespace: Swift's queues end the process
// where they don't find them. What is mounted elsewhere later is seen there, too.
IN_CHILD static int mount_processes(void) {
  if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL)) return errno;
  return mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) ? errno : 0;
}

// All are first moved out of the way of each other.
IN_CHILD static int place_descriptors(const host_worker_ends *ends) {
  int from[5] = {ends->input, ends->error, ends->channel, ends->record, ends->passed};
  int count = ends->passed < 0 ? 4 : 5;
  for (int i = 0; i < count; i++) {
    from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, 10);
    if (from[i] < 0) return errno;
  }
  static const struct {
    int from, to;
  } places[] = {{0, 0}, {1, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}};
  for (int i = 0; i <= count; i++) {
    if (dup2(from[places[i].from], places[i].to) < 0) return errno;
  }
  return syscall(SYS_close_range, count + 1, ~0U, 0) == 0 ? 0 : errno;
}

IN_CHILD static int give_up(struct start *start, int error, int failed) {
  start->error = error ? error : EINVAL;
  start->failed = failed;
  _exit(127);
}

IN_CHILD static int begin(void *context) {
  struct start *start = context;
  const host_worker_plan *plan = start->plan;
  reset_signals();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have died before that.
  struct pollfd parent = {plan->parent, POLLIN, 0};
  if (poll(&parent, 1, 0) != 0) _exit(127);
  int error = start->way == APART_AS_USER ? map_user(start) : 0;
  if (!error && start->way != TOGETHER) error = mount_processes();
  if (error) {
    start->is_refused = is_refusal(error);
    give_up(start, error, HOST_WORKER_NO_PROCESS);
  }
  // Without a terminal: Ctrl-C is the host's to hear.
  setsid();
  error = place_descriptors(&plan->ends);
  if (error) give_up(start, error, HOST_WORKER_NO_DESCRIPTOR);
  error = plan->prepare ? plan->prepare(plan->context) : 0;
  if (error) give_up(start, error, HOST_WORKER_NOT_PREPARED);
  open_signals();
  execve(plan->program, plan->arguments, plan->environment);
  return give_up(start, errno, HOST_WORKER_NO_PROGRAM);
}

// MARK: in this one

// A child that shares this one's memory until it runs its program: nothing is copied, and no lock that another thread holds
// is held in it. This thread waits as long.
static pid_t start_child(struct start *start, int *process) {
  enum { SIZE = 64 << 10, GUARD = 4 << 10 };
  char *stack = mmap(NULL, GUARD + SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return -1;
  mprotect(stack, GUARD, PROT_NONE);
  int flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD;
  if (start->way != TOGETHER) flags |= CLONE_NEWPID | CLONE_NEWNS;
  if (start->way == APART_AS_USER) flags |= CLONE_NEWUSER;
  // No handler of this process may run in that one.
  uint64_t all = ~UINT64_C(0), before;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, sizeof all);
  pid_t child = clone(begin, stack + GUARD + SIZE, flags, start, process);
  int error = errno;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
  munmap(stack, GUARD + SIZE);
  errno = error;
  return child;
}

// One that never ran its program.
static void forget(int process) {
  siginfo_t info;
  while (waitid((idtype_t)P_PIDFD, (id_t)process, &info, WEXITED | __WALL) != 0 && errno == EINTR) {}
  close(process);
}

static int start_in(enum way way, const host_worker_plan *plan, host_worker *worker, int *is_refused) {
  struct start start = {.plan = plan, .way = way};
  snprintf(start.users, sizeof start.users, "%u %u 1", geteuid(), geteuid());
  snprintf(start.groups, sizeof start.groups, "%u %u 1", getegid(), getegid());
  worker->process = -1;
  worker->number = start_child(&start, &worker->process);
  worker->is_apart = way != TOGETHER;
  worker->failed = HOST_WORKER_NO_PROCESS;
  if (worker->number < 0) {
    *is_refused = way != TOGETHER && is_refusal(errno);
    return errno;
  }
  *is_refused = start.is_refused;
  worker->failed = start.failed;
  if (start.error) forget(worker->process);
  return start.error;
}

int host_worker_start(const host_worker_plan *plan, host_worker *worker) {
  int way = plan->is_apart ? __atomic_load_n(&first_way, __ATOMIC_RELAXED) : TOGETHER, is_refused = 0;
  for (;;) {
    // Before it runs: what it leaves at once would be another process's.
    if (way == TOGETHER && plan->adopts_orphans) prctl(PR_SET_CHILD_SUBREAPER, 1);
    int error = start_in((enum way)way, plan, worker, &is_refused);
    if (!is_refused || way == TOGETHER) return error;
    way++;
    // What was refused once stays so, as far as anybody can tell; but of a limit that is reached there may be room the next
    // time.
    if (error != ENOSPC && error != EUSERS) __atomic_store_n(&first_way, way, __ATOMIC_RELAXED);
  }
}

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#define SYS_pidfd_send_signal 424
#endif

int host_process_open_number(pid_t number) { return (int)syscall(SYS_pidfd_open, number, 0); }

int host_process_open(void) { return host_process_open_number(getpid()); }

int host_process_signal(int process, int signal) {
  return syscall(SYS_pidfd_send_signal, process, signal, NULL, 0) == 0 ? 0 : errno;
}

int host_process_end(int process, int *number) {
  siginfo_t info = {0};
  *number = 0;
  while (waitid((idtype_t)P_PIDFD, (id_t)process, &info, WEXITED | WNOHANG | __WALL) != 0) {
    // Somebody else in this process has waited for all children.
    if (errno != EINTR) return HOST_END_UNKNOWN;
  }
  if (info.si_pid == 0) return HOST_END_NONE;
  *number = info.si_status;
  return info.si_code == CLD_EXITED ? HOST_END_EXIT : HOST_END_SIGNAL;
}

int host_record_file(size_t size) {
  int file = memfd_create("crash record", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (ftruncate(file, (off_t)size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW) == 0) {
    return file;
  }
  int error = errno;
  close(file);
  errno = error;
  return -1;
}
