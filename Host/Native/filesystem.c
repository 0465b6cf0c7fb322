#define _GNU_SOURCE
#include "native.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <sys/statfs.h>

// Younger than some headers.
#define XFS_MAGIC 0x58465342
#define ZFS_MAGIC 0x2fc12fc1
#define BCACHEFS_MAGIC 0xca451a4e

static int is_local(const struct statfs *status) {
  switch ((unsigned)status->f_type) {
    case EXT4_SUPER_MAGIC:
    case XFS_MAGIC:
    case BTRFS_SUPER_MAGIC:
    case F2FS_SUPER_MAGIC:
    case ZFS_MAGIC:
    case BCACHEFS_MAGIC:
    case TMPFS_MAGIC:
    case OVERLAYFS_SUPER_MAGIC: return 1;
    default: return 0;
  }
}

int host_is_local(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 && is_local(&status);
}

int host_is_local_file(int descriptor) {
  struct statfs status;
  return fstatfs(descriptor, &status) == 0 && is_local(&status);
}

int host_lease(int descriptor) {
  // A lease without an owner: the system would tell the owner that a writer waits, by a signal that ends a process.
  // Between the two calls the signal is one that is ignored unless a handler asks for it.
  if (fcntl(descriptor, F_SETSIG, SIGURG) != 0 || fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno;
  fcntl(descriptor, F_SETOWN, 0);
  return 0;
}

void host_end_lease(int descriptor) { fcntl(descriptor, F_SETLEASE, F_UNLCK); }
