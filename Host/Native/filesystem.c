#include "native.h"

#include <linux/magic.h>
#include <sys/statfs.h>

// Younger than some headers.
#define XFS_MAGIC 0x58465342
#define ZFS_MAGIC 0x2fc12fc1
#define BCACHEFS_MAGIC 0xca451a4e

int host_is_local(const char *path) {
  struct statfs status;
  if (statfs(path, &status) != 0) return 0;
  switch ((unsigned)status.f_type) {
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
