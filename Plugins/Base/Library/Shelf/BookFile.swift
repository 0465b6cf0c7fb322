import Glibc

/// The files of the books' folder, which may hold anything: nothing in it can make a reader wait.
enum BookFile {
  static let sizeLimit = 8 << 20

  /// What tells whether a file is still the one that was read.
  struct Mark: Equatable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let seconds: Int
    let nanoseconds: Int

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
      size = Int64(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }

    static func of(_ path: String) -> Mark? {
      var status = stat()
      return stat(path, &status) == 0 ? Mark(status) : nil
    }
  }

  /// The names that end in `.txt`, sorted; nil with `errno` set where there is no such folder.
  static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      if let name, name.utf8.count > 4, name.hasSuffix(".txt"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The bytes of a regular file. Anything else is refused before it is opened, and once more after.
  static func bytes(_ path: String) throws(BookFault) -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(systemMessage()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw .unreadable(systemMessage()) }
    defer { close(file) }
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= sizeLimit else { throw .tooLarge(limit: sizeLimit) }
    return try read(file, expecting: Int(status.st_size))
  }

  private static func read(_ file: Int32, expecting size: Int) throws(BookFault) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = piece.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadable(systemMessage())
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      if bytes.count > sizeLimit { throw .tooLarge(limit: sizeLimit) }
    }
  }

  /// The system's words for `errno`.
  static func systemMessage() -> String { String(cString: strerror(errno)) }
}
