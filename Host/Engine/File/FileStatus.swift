import Glibc

/// The part of the system's knowledge about a file that decides what the host does with it.
struct FileStatus: Equatable, Sendable {
  var device: UInt64
  var inode: UInt64
  /// Kind and permissions, as in `st_mode`.
  var mode: UInt32
  var owner: UInt32
  var group: UInt32
  var size: UInt64
  /// Nanoseconds of the last change of the content, since 1970.
  var modified: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    mode = UInt32(status.st_mode)
    owner = UInt32(status.st_uid)
    group = UInt32(status.st_gid)
    size = UInt64(clamping: status.st_size)
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
  }

  /// The status of what a path leads to, through symbolic links.
  init(of path: String) throws(Descriptor.Failure) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .system(call: "stat", code: errno) }
    self.init(status)
  }

  var isLink: Bool { mode & 0o170000 == 0o120000 }
  var isRegular: Bool { mode & 0o170000 == 0o100000 }
  var isDirectory: Bool { mode & 0o170000 == 0o040000 }
  /// The permissions without the kind, sticky and set-user bits included.
  var permissions: UInt32 { mode & 0o7777 }
}
