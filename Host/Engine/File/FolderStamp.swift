import Glibc
import HostNative

/// What tells that a folder still holds the same names: it is the same folder, and its times have not changed, which
/// every file sets that comes, goes or is renamed.
struct FolderStamp: Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let modified: timespec
  private let changed: timespec
  /// Whether every later change shows. Not where one could still fall into the same tick of the file system's clock,
  /// and not where times are known to come late, as over a network.
  let isReliable: Bool

  /// Nil where there is no such folder.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    modified = status.st_mtim
    changed = status.st_ctim
    isReliable = FileClock.isPast(changed) && host_is_local(path) != 0
  }

  /// Whether the path still leads to the folder as it was.
  func holds(of path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
      && status.st_mtim.tv_sec == modified.tv_sec && status.st_mtim.tv_nsec == modified.tv_nsec
      && status.st_ctim.tv_sec == changed.tv_sec && status.st_ctim.tv_nsec == changed.tv_nsec
  }
}
