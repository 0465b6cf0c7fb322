import Glibc

/// Copies the bytes of a file.
enum FileCopy {
  /// Into a file that must not be there yet; the process's mask takes rights away from the mode.
  static func copy(_ source: String, to target: String, mode: mode_t) throws(SystemFault) {
    let from = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard from >= 0 else { throw SystemFault(number: errno) }
    defer { close(from) }
    let to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard to >= 0 else { throw SystemFault(number: errno) }
    defer { close(to) }
    try copy(from, to: to)
  }

  /// From where one file is read to where the other one is written.
  static func copy(_ from: Int32, to: Int32) throws(SystemFault) {
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    while true {
      let count = read(from, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemFault(number: errno) }
      if count == 0 { return }
      var rest = buffer[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(to, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        guard written >= 0 else { throw SystemFault(number: errno) }
        rest = rest.dropFirst(written)
      }
    }
  }
}
