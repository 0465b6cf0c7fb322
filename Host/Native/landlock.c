#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Numbers and names that are younger than some headers; the same on every processor.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

#define RULESET_VERSION 1u
#define RULE_PATH_BENEATH 1

#define EXECUTE (1ull << 0)
#define WRITE_FILE (1ull << 1)
#define READ_FILE (1ull << 2)
#define READ_DIR (1ull << 3)
#define REMOVE_DIR (1ull << 4)
#define REMOVE_FILE (1ull << 5)
#define MAKE_DIR (1ull << 7)
#define MAKE_REG (1ull << 8)
#define MAKE_FIFO (1ull << 10)
#define MAKE_SYM (1ull << 12)
#define REFER (1ull << 13)
#define TRUNCATE (1ull << 14)
#define IOCTL_DEV (1ull << 15)

#define BIND_TCP (1ull << 0)
#define CONNECT_TCP (1ull << 1)

#define SCOPE_ABSTRACT_SOCKETS (1ull << 0)
#define SCOPE_SIGNALS (1ull << 1)

struct ruleset {
  uint64_t files;
  uint64_t network;  // since 4
  uint64_t scopes;   // since 6
};

struct path_beneath {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

int host_landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, RULESET_VERSION);
  return version < 0 ? 0 : (int)version;
}

bool host_has_one_thread(void) {
  // Asks for what a process with one thread has already, and one with several can't have.
  return syscall(SYS_unshare, CLONE_THREAD) == 0;
}

int host_drop_privileges(void) {
  // The bounding set first, which needs a capability. Who has none has none to lose.
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) && errno != EPERM) return errno;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
  if (syscall(SYS_capset, &header, none)) return errno;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? errno : 0;
}

// All that a version knows of files.
static uint64_t known(int version) {
  uint64_t rights = REFER - 1;
  if (version >= 2) rights |= REFER;
  if (version >= 3) rights |= TRUNCATE;
  if (version >= 5) rights |= IOCTL_DEV;
  return rights;
}

static uint64_t rights(uint32_t granted) {
  uint64_t rights = 0;
  if (granted & HOST_MAY_READ) rights |= READ_FILE | READ_DIR;
  if (granted & HOST_MAY_EXECUTE) rights |= EXECUTE;
  // No devices, and no sockets, by which others are reached.
  if (granted & HOST_MAY_WRITE)
    rights |= WRITE_FILE | TRUNCATE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_FIFO | MAKE_SYM | REFER;
  return rights;
}

static int add(int ruleset, const host_grant *grant, uint64_t handled) {
  struct stat status;
  if (fstat(grant->descriptor, &status)) return errno;
  struct path_beneath rule = {.allowed = rights(grant->rights) & handled, .parent = grant->descriptor};
  if (!S_ISDIR(status.st_mode)) rule.allowed &= EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;
  if (!rule.allowed) return 0;
  return syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0) ? errno : 0;
}

int host_confine_files(const host_grant *grants, size_t count, host_leave leave, int version) {
  struct ruleset what = {.files = known(version)};
  // A kernel takes the struct of its own time, or a longer one that ends in zeroes.
  if (version >= 4 && !leave.network) what.network = BIND_TCP | CONNECT_TCP;
  if (version >= 6) what.scopes = SCOPE_ABSTRACT_SOCKETS | (leave.signals ? 0 : SCOPE_SIGNALS);
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &what, sizeof what, 0);
  if (ruleset < 0) return errno;
  int error = 0;
  for (size_t i = 0; i < count && !error; i++) error = add(ruleset, &grants[i], what.files);
  if (!error && syscall(SYS_landlock_restrict_self, ruleset, 0)) error = errno;
  close(ruleset);
  return error;
}
