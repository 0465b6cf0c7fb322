import Glibc
import Synchronization

/// A stream of the process.
struct Stream: Output {
  let number: Int32

  func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        wait(for: POLLOUT)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  // Another process has made the stream non-blocking.
  private func wait(for event: Int32) {
    var ready = pollfd(fd: number, events: Int16(event), revents: 0)
    poll(&ready, 1, -1)
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
    out: Stream(number: Stream.ownOutput.load(ordering: .relaxed)), err: Stream(number: 2),
    readInput: { Stream(number: 0).readAll(limit: Input.limit) },
    environment: { getenv($0).map { String(cString: $0) } })
}

extension Stream {
  /// Where the program's own output goes. `Process.prepare` sets it, before anything is written.
  static let ownOutput = Atomic<Int32>(1)

  /// All that can be read of it, up to a limit: then as much of it, and a byte or more besides.
  func readAll(limit: Int) -> Console.Input {
    var bytes: [UInt8] = []
    var room = 64 * 1024
    while bytes.count <= limit {
      let piece: [UInt8]
      do throws(SystemFault) {
        piece = try readPiece(room)
      } catch {
        if error.number == EINTR { continue }
        return .failure(error.number)
      }
      if piece.isEmpty { break }
      // The array grows by doubling. A pipe gives little at a time, and a reserve for each piece would move everything
      // each time.
      bytes += piece
      if piece.count == room { room = min(room * 2, 4 * 1024 * 1024) }
    }
    return .bytes(bytes)
  }

  /// What there is to read, once there is something; nothing at its end.
  ///
  /// - Parameter signals: a file that ends the wait, with EINTR, once there is something to read in it; one that could not
  ///   be made is negative, and any signal ends the wait.
  func readPiece(_ room: Int, unless signals: Int32? = nil) throws(SystemFault) -> [UInt8] {
    while true {
      if let signals, isInterrupted(by: signals) { throw SystemFault(number: EINTR) }
      var problem: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let result = read(number, buffer.baseAddress, buffer.count)
        problem = result < 0 ? errno : 0
        count = max(0, result)
      }
      if problem == 0 { return piece }
      guard problem == EAGAIN else { throw SystemFault(number: problem) }
      if signals == nil { wait(for: POLLIN) }
    }
  }

  // Waits until there is something to read here, or there. A read alone could not be ended: the signal may come before it
  // begins, or to another thread, and where the stream does not block nothing tells of one.
  private func isInterrupted(by signals: Int32) -> Bool {
    var ready = [number, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&ready, 2, -1) < 0 {
      if errno != EINTR { return false }
      if signals < 0 { return true }
    }
    return ready[1].revents != 0
  }
}

/// The system's error number.
struct SystemFault: Error { let number: Int32 }
