import Glibc
import HostNative

extension PluginDirectory {
  /// The folder itself, open, and judged once for all of its files.
  final class Folder {
    let descriptor: Descriptor
    /// Why the folder itself is not trusted.
    let distrust: Distrust?
    /// The folders above it, and above a link to it.
    private(set) lazy var way = Way(to: path, user: user)
    /// Its numbers, by which the end of the way is known.
    let device: UInt64
    let inode: UInt64
    /// The user for whom the folder is judged.
    let user: UInt32
    private let path: String

    fileprivate init(_ descriptor: Descriptor, _ status: FileStatus, path: String) {
      self.descriptor = descriptor
      self.path = path
      (device, inode) = (status.device, status.inode)
      user = geteuid()
      distrust = Trust.distrust(of: status, user: user)
    }
  }

  /// The system's number for why a folder can't be opened.
  struct NotOpened: Error { let number: Int32 }

  /// A folder that stays open as long as its path leads to it, and is judged each time.
  ///
  /// One `stat` tells both: while it is open, no other folder gets its number. To open it for each file anew, and to see
  /// whether the file lies in it, would take four system calls in place of that one.
  final class Keeper: @unchecked Sendable {
    // Sendable: what changes is touched under the gate only.
    private struct Kept {
      let descriptor: Descriptor
      let device: UInt64
      let inode: UInt64
    }

    private let gate = Gate()
    private var kept: Kept?

    fileprivate func folder(of path: String) throws(NotOpened) -> Folder {
      var status = stat()
      guard path.withCString({ stat($0, &status) }) == 0 else { throw NotOpened(number: errno) }
      let now = FileStatus(status)
      let last = gate.locked { kept }
      if let last, last.device == now.device, last.inode == now.inode {
        return Folder(last.descriptor, now, path: path)
      }
      let number = Glibc.open(path, O_DIRECTORY | O_CLOEXEC | host_path_only)
      guard number >= 0 else { throw NotOpened(number: errno) }
      let descriptor = Descriptor(owning: number)
      // The path may lead to another one by now.
      guard fstat(number, &status) == 0 else { throw NotOpened(number: errno) }
      let own = FileStatus(status)
      gate.locked { kept = Kept(descriptor: descriptor, device: own.device, inode: own.inode) }
      return Folder(descriptor, own, path: path)
    }

    /// Keeps it open no longer.
    func letGo() {
      // Closed behind the gate.
      _ = gate.locked {
        defer { kept = nil }
        return kept
      }
    }
  }

  func opened() throws(NotOpened) -> Folder { try keeper.folder(of: place) }
}
