import Glibc

/// What lies in plugin folders at one moment, as far as it tells of another version: names and identities of libraries.
///
/// The host tells of changes of what it has loaded. Components that are shown without having been loaded, since it is kept
/// what they say of themselves, it does not know, so their files are looked at.
@_spi(Doors) public struct FolderPrint: Equatable, Sendable {
  private var files: [String: Identity] = [:]

  private struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let times: [Int]
  }

  /// Looks at folders; one that can't be read has nothing in it.
  public init(_ folders: [String]) {
    for path in folders {
      guard let folder = opendir(path) else { continue }
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard name.utf8.starts(with: "lib".utf8), name.utf8.suffix(3).elementsEqual(".so".utf8) else { continue }
        var status = stat()
        // Links are followed, as the host follows them.
        guard fstatat(dirfd(folder), name, &status, 0) == 0 else { continue }
        files["\(path)/\(name)"] = Identity(
          device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
          times: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec])
      }
    }
  }
}
