import Glibc

/// The folder in which a log lies.
enum LogFolder {
  static func of(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes the folder and what is missing above it, for the owner alone.
  static func make(_ folder: String) throws(LogFault) {
    var status = stat()
    if stat(folder, &status) == 0 { return }
    let parent = of(folder)
    if parent != folder { try make(parent) }
    if mkdir(folder, 0o700) != 0, errno != EEXIST {
      throw .unwritable(step: "make the folder", path: folder, why: systemMessage())
    }
    sync(parent)
  }

  /// Returns when the names in a folder are on the disk. Some file systems can't say, so there is no failure.
  static func sync(_ folder: String) {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = fsync(file)
    close(file)
  }
}
