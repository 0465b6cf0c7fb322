import Glibc

/// A stream that a client has lent: nothing waits for it once the client has hung up, or is done with.
struct LentStream: Output {
  let number: Int32
  /// By which the client hangs up.
  let socket: Int32

  // A pipe that takes anything at all takes so much at once, so a write does not wait.
  private static let piece = 4096

  func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes[...]
    let isFile = LentStream.isFile(number)
    while !rest.isEmpty {
      guard isReady(POLLOUT) else { return EPIPE }
      let part = UnsafeRawBufferPointer(rebasing: isFile ? rest : rest.prefix(LentStream.piece))
      let count = Glibc.write(number, part.baseAddress, part.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR, errno != EAGAIN {
        return errno
      }
    }
    return 0
  }

  var columns: Int? { Stream(number: number).columns }

  /// All that can be read of it, as `Stream` reads.
  func readAll(limit: Int) -> Console.Input {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      guard isReady(POLLIN) else { return .failure(ECANCELED) }
      var fault: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
        let result = read(number, buffer.baseAddress, buffer.count)
        fault = result < 0 ? errno : 0
        count = max(0, result)
      }
      if fault == EINTR || fault == EAGAIN { continue }
      if fault != 0 { return .failure(fault) }
      if piece.isEmpty { break }
      bytes += piece
    }
    return .bytes(bytes)
  }

  // False once the client has hung up.
  private func isReady(_ event: Int32) -> Bool {
    while true {
      var ready = (
        pollfd(fd: number, events: Int16(event), revents: 0), pollfd(fd: socket, events: 0, revents: 0)
      )
      let count = withUnsafeMutablePointer(to: &ready) {
        $0.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, -1) }
      }
      if count < 0, errno != EINTR { return false }
      if ready.1.revents != 0 { return false }
      if count > 0, ready.0.revents != 0 { return true }
    }
  }

  private static func isFile(_ number: Int32) -> Bool {
    var status = stat()
    return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
