import Glibc

/// A file of the kernel's that says or takes a few words.
struct SmallFile {
  let path: String

  private static let limit = 1 << 16

  /// What it says; nil where it can't be read.
  func read() -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    var bytes: [UInt8] = []
    var failed = false
    while bytes.count < SmallFile.limit {
      let part = [UInt8](unsafeUninitializedCapacity: 4096) { room, filled in
        let count = Glibc.read(file, room.baseAddress, room.count)
        failed = count < 0
        filled = max(0, count)
      }
      if part.isEmpty { break }
      bytes += part
    }
    close(file)
    return failed ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Tells it something, in one piece. 0 or the error.
  func write(_ words: String) -> Int32 {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return errno }
    let bytes = Array(words.utf8)
    let error: Int32 = Glibc.write(file, bytes, bytes.count) == bytes.count ? 0 : errno
    close(file)
    return error
  }
}
