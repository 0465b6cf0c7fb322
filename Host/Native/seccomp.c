#define _GNU_SOURCE
#include "confine.h"
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

// mseal. A call with a higher number came after this filter was written: the C library finds that the kernel is older.
#define LAST_KNOWN 462

// Numbers that are younger than some headers; the same on every processor.
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif

// What no component needs, on whatever kernel and whatever is granted.
static const uint16_t refused[] = {
    // Other processes.
    SYS_ptrace, SYS_process_vm_writev, SYS_kcmp, SYS_ioprio_set,
    SYS_migrate_pages, SYS_move_pages, 438 /* pidfd_getfd */, 440 /* process_madvise */, 448 /* process_mrelease */,
    // Mounts, roots, namespaces.
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_setns, SYS_unshare, 428 /* open_tree */, 429 /* move_mount */,
    430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */, 442 /* mount_setattr */,
    457 /* statmount */, 458 /* listmount */,
    // The kernel itself, the machine, its clock.
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_bpf, SYS_perf_event_open, SYS_reboot,
    SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, 443 /* quotactl_fd */, SYS_syslog, SYS_vhangup, SYS_sethostname,
    SYS_setdomainname, SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex, SYS_nfsservctl,
    SYS_lookup_dcookie,
    // Keys, and memory that faults are handed to.
    SYS_add_key, SYS_request_key, SYS_keyctl, SYS_userfaultfd,
    // Calls that go past this filter.
    425, 426, 427 /* io_uring_setup, _enter, _register */,
    // Files by handles, and events of files, which tell the names of those that may not be read.
    SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_fanotify_init, SYS_fanotify_mark, SYS_inotify_add_watch,
    // Modes, owners, times and attributes: Landlock does not see who changes them of a file that may only be read.
    SYS_fchmod, SYS_fchmodat, 452 /* fchmodat2 */, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr,
    SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
    // Memory, counters and queues that all processes of the user share by number or name.
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semctl, SYS_semop, SYS_semtimedop, SYS_msgget, SYS_msgctl, SYS_msgsnd, SYS_msgrcv,
    SYS_mq_open, SYS_mq_unlink,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef __x86_64__
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_iopl, SYS_ioperm, SYS_modify_ldt,
    SYS_uselib, SYS_ustat, SYS_sysfs, SYS__sysctl, SYS_create_module, SYS_query_module, SYS_get_kernel_syms,
#endif
};

static const uint16_t new_processes[] = {
    SYS_execve, SYS_execveat,
#ifdef __x86_64__
    SYS_fork, SYS_vfork,
#endif
};

// A socket that is there can't be led elsewhere.
static const uint16_t network[] = {
    SYS_bind, SYS_connect, SYS_listen, SYS_accept, SYS_accept4,
    // They send descriptors. Those on their way are counted for all processes of the user, so one that never reads them
    // would keep all others from sending any.
    SYS_sendmsg, SYS_sendmmsg,
};

static void processes(struct program *program, host_leave leave) {
  // Its flags lie in memory, where no filter sees them. The C library then asks for `clone`.
  if_equal(program, SYS_clone3);
  fail(program, ENOSYS);
  if (!leave.processes) REFUSE_ALL(program, new_processes);
  unsigned block = begin(program, SYS_clone);
  argument(program, 0);
  // The last would make it a child of this process's parent, which waits for none but its own.
  if_any(
      program, CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |
                   CLONE_PARENT);
  fail(program, EPERM);
  if (!leave.processes) {
    if_any(program, CLONE_THREAD);
    allow(program);
    fail(program, EPERM);
  } else {
    allow(program);
  }
  close_block(program, block);
}

static void sockets(struct program *program, host_leave leave) {
  unsigned block = begin(program, SYS_socket);
  if (leave.network) {
    argument(program, 0);
    if_equal(program, AF_INET);
    allow(program);
    if_equal(program, AF_INET6);
    allow(program);
    // For the C library, which asks for the machine's addresses by it: netlink's protocol 0 is routes.
    add(program, BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 0, 3);
    argument(program, 2);
    if_equal(program, 0);
    allow(program);
  }
  fail(program, EPERM);
  close_block(program, block);
  if (!leave.network) REFUSE_ALL(program, network);
  // Datagrams could be sent to others than the socket was made with.
  block = begin(program, SYS_socketpair);
  argument(program, 0);
  add(program, BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 6);
  argument(program, 1);
  only(program, 0xf);
  if_equal(program, SOCK_STREAM);
  allow(program);
  if_equal(program, SOCK_SEQPACKET);
  allow(program);
  fail(program, EPERM);
  close_block(program, block);
}

static void signals(struct program *program, host_leave leave, int version) {
  // A process that starts others has to reach them, and their numbers are not known yet: Landlock tells them apart.
  bool by_landlock = version >= 6 && leave.processes;
  uint32_t own = (uint32_t)getpid();
  static const uint16_t of_process[] = {
      SYS_prlimit64, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr, SYS_sched_setaffinity};
  for (size_t i = 0; i < sizeof of_process / sizeof of_process[0]; i++)
    allow_only(program, of_process[i], 0, 0, own);
  // Where it crashes its own stack is read by this, for which a page that is missing is no fault.
  allow_only(program, SYS_process_vm_readv, 0, own, own);
  // Swift's queues set that of their own threads.
  unsigned block = begin(program, SYS_setpriority);
  argument(program, 0);
  add(program, BPF_JMP | BPF_JEQ | BPF_K, PRIO_PROCESS, 0, 3);
  argument(program, 1);
  if_equal(program, 0);
  allow(program);
  fail(program, EPERM);
  close_block(program, block);
  if (leave.signals || by_landlock) return;
  allow_only(program, SYS_kill, 0, own, own);
  allow_only(program, SYS_tgkill, 0, own, own);
  allow_only(program, SYS_rt_sigqueueinfo, 0, own, own);
  allow_only(program, SYS_rt_tgsigqueueinfo, 0, own, own);
  refuse(program, SYS_tkill);
  refuse(program, SYS_pidfd_send_signal);
}

// The third way to open a file, for neither reading nor writing, is for device calls: Landlock sees it as nothing, and it
// empties a file all the same. So does an open for reading, which Landlock sees since its third version.
static void opening(struct program *program, uint32_t call, int flags, int version) {
  unsigned block = begin(program, call);
  argument(program, flags);
  only(program, O_ACCMODE | O_TRUNC);
  if_equal(program, O_ACCMODE);
  fail(program, EPERM);
  if_equal(program, O_ACCMODE | O_TRUNC);
  fail(program, EPERM);
  if (version < 3) {
    if_equal(program, O_TRUNC);
    fail(program, EPERM);
  }
  allow(program);
  close_block(program, block);
}

static void files(struct program *program, int version) {
  opening(program, SYS_openat, 2, version);
#ifdef SYS_open
  opening(program, SYS_open, 1, version);
#endif
  // Its flags lie in memory, where no filter sees them.
  if_equal(program, SYS_openat2);
  fail(program, ENOSYS);
  if (version < 3) refuse(program, SYS_truncate);
}

static void arguments(struct program *program, host_leave leave) {
  // TIOCSTI and TIOCLINUX type for the user at a terminal. The next four change a file that may only be read: its flags, its
  // attributes and version, and whether it can ever be changed again. With the last two the kernel sends signals by itself.
  if (leave.signals)
    REFUSE_IF(program, SYS_ioctl, 1, 0x5412, 0x541c, 0x40086602, 0x401c5820, 0x40087602, 0x40806685);
  else
    REFUSE_IF(program, SYS_ioctl, 1, 0x5412, 0x541c, 0x40086602, 0x401c5820, 0x40087602, 0x40806685, 0x8901, 0x8902);
  // A lease holds up others who open the file, and a notice tells the names of what they do.
  if (leave.signals)
    REFUSE_IF(program, SYS_fcntl, 1, F_SETLEASE, F_NOTIFY);
  else
    REFUSE_IF(program, SYS_fcntl, 1, F_SETLEASE, F_NOTIFY, F_SETOWN, F_SETOWN_EX);
  // It goes when its parent goes.
  REFUSE_IF(program, SYS_prctl, 0, PR_SET_PDEATHSIG, PR_SET_MM, PR_SET_SECUREBITS);
  // What asks which it is.
  allow_only(program, SYS_personality, 0, 0xffffffff, 0xffffffff);
}

static void fill(struct program *program, host_leave leave, int version) {
#ifdef MACHINE
  load(program, offsetof(struct seccomp_data, arch));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
  end(program, SECCOMP_RET_KILL_PROCESS);
#endif
  load(program, offsetof(struct seccomp_data, nr));
  // Those of x32, too, which have a bit that makes them large.
  if_above(program, LAST_KNOWN);
  fail(program, ENOSYS);
  processes(program, leave);
  sockets(program, leave);
  signals(program, leave, version);
  files(program, version);
  arguments(program, leave);
  REFUSE_ALL(program, refused);
  allow(program);
}

bool host_filters_calls(void) {
#ifdef MACHINE
  uint32_t action = SECCOMP_RET_KILL_PROCESS;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
#else
  return false;
#endif
}

int host_confine_calls(host_leave leave, int version) {
  if (!host_filters_calls()) return ENOSYS;
  struct program program = {.count = 0};
  fill(&program, leave, version);
  if (program.count > sizeof program.code / sizeof program.code[0]) return E2BIG;
  struct sock_fprog filter = {.len = (unsigned short)program.count, .filter = program.code};
  // Above 0 it is the number of a thread that can't have the filter.
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
  return result == 0 ? 0 : result > 0 ? EBUSY : errno;
}
