import Glibc
// Where `timespec` comes from is up to the headers that the compiler has met first.
import HostNative

/// A component's file, opened: it is what is looked at from here on, not its path.
final class ComponentFile {
  /// By which a replaced file is told from the one that was loaded.
  struct Identity: Equatable, Sendable {
    let path: String
    let device: UInt64
    let inode: UInt64
    let size: Int
    let modified: Time
    let changed: Time
    /// False for a file that was written just before it was looked at: another version may have the same identity,
    /// because clocks of file systems tick slowly and inode numbers of deleted files are used again. The file may also
    /// be half written, with a pause in between.
    let isSettled: Bool

    static func == (a: Identity, b: Identity) -> Bool { a.hasContent(of: b) && a.changed == b.changed }

    /// Whether it seems to be the same file, not written to since: it may have got other rights, or one more name.
    func hasContent(of other: Identity) -> Bool {
      path == other.path && device == other.device && inode == other.inode && size == other.size
        && modified == other.modified
    }

    init(_ status: stat, path: String) {
      self.path = path
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
      size = Int(status.st_size)
      modified = Time(status.st_mtim)
      changed = Time(status.st_ctim)
      isSettled = FileClock.isPast(status.st_ctim)
    }

    /// Whether what lies at a place is still the very same file. Its own path may lead elsewhere since the process has changed
    /// its folder.
    func isStill(at place: String) -> Bool {
      var status = stat()
      return stat(place, &status) == 0 && Identity(status, path: path) == self
    }
  }

  struct Time: Equatable, Sendable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) {
      seconds = time.tv_sec
      nanoseconds = time.tv_nsec
    }
  }

  let descriptor: Descriptor
  let identity: Identity
  let directory: PluginDirectory
  private let status: stat

  var path: String { identity.path }
  /// In its folder.
  var name: String { ComponentName.lastPart(of: path) }
  var size: Int { identity.size }
  /// The whole path of the folder that it lies in.
  var folder: String { directory.place }

  init(_ descriptor: Descriptor, path: String, in directory: PluginDirectory) throws(Refusal) {
    self.descriptor = descriptor
    self.directory = directory
    var status = stat()
    let result = fstat(descriptor.number, &status)
    self.status = status
    identity = Identity(status, path: path)
    guard result == 0 else {
      throw Refusal("not_readable", "it can't be looked at: \(systemReason(errno))", file: path)
    }
    if let kind = ComponentFile.kind(status.st_mode) { throw ComponentFile.notAFile(kind, path) }
  }

  /// What is no regular file, in words; nil for one.
  static func kind(_ mode: mode_t) -> String? {
    switch mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a folder"
    case S_IFIFO: "a named pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "no regular file"
    }
  }

  static func notAFile(_ kind: String, _ path: String) -> Refusal {
    Refusal("not_a_file", "it is \(kind), not a shared library", file: path)
  }

  /// Why it is not trusted by a user; nil if it is.
  func distrust(by user: UInt32) -> Distrust? { Trust.distrust(of: FileStatus(status), user: user) }

  /// Whether size, times, owner and permissions are what they were when the file was opened. With `unwritten`, where a
  /// lease has kept writers away, the time of the last change may differ: a rename sets it as well.
  func isUnchanged(unwritten: Bool) -> Bool {
    var now = stat()
    return fstat(descriptor.number, &now) == 0 && now.st_size == status.st_size && now.st_mode == status.st_mode
      && now.st_uid == status.st_uid && now.st_gid == status.st_gid && Time(now.st_mtim) == identity.modified
      && (unwritten || Time(now.st_ctim) == identity.changed)
  }

  /// Whether a copy of the file would be the same as one that there is.
  func isSame(as copy: Descriptor, isBound: Bool) -> Bool {
    guard let again = try? SealedCopy(of: descriptor, size: size, name: "again", isBound: isBound).descriptor else {
      return false
    }
    return SealedCopy.isCopy(copy, of: again, size: size)
  }
}
