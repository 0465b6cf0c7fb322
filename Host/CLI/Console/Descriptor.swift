import Glibc

/// A stream of the process.
struct Descriptor: Output {
  let number: Int32

  func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Somebody else made the stream non-blocking.
        var ready = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  var columns: Int? {
    guard isatty(number) == 1 else { return nil }
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

extension Console {
  /// The streams and the environment of the process.
  static let process = Console(
    out: Descriptor(number: 1), err: Descriptor(number: 2), readInput: readInput,
    environment: { getenv($0).map { String(cString: $0) } })

  @Sendable private static func readInput() -> Input {
    var bytes: [UInt8] = []
    var room = 64 * 1024
    while true {
      let start = bytes.count
      var problem: Int32 = 0
      bytes.reserveCapacity(start + room)
      let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let result = read(0, buffer.baseAddress, buffer.count)
        problem = result < 0 ? errno : 0
        count = max(0, result)
      }
      if problem == EINTR { continue }
      if problem != 0 { return .failure(problem) }
      if piece.isEmpty { return .bytes(bytes) }
      bytes += piece
      room = min(room * 2, 4 * 1024 * 1024)
    }
  }
}

/// The system's words for an error number.
func systemReason(_ number: Int32) -> String { String(cString: strerror(number)) }
