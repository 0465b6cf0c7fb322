import Glibc
import HostNative
import Synchronization

/// Where messages go out. Nobody who sends one waits for the reader: what there is no room for waits here, and is written
/// once there is.
final class StreamOutput: Sendable {
  private let descriptor: Int32
  private let kind: Int32
  private let state = Mutex(State())
  // How many bytes wait.
  private let count = Atomic(0)
  // And of how many it is known that they will be sent.
  private let kept = Atomic(0)
  private let broken = Atomic(false)
  // Why it is, where not because the reader is gone: the system's number.
  private let number = Atomic<Int32>(0)
  private let ring: @Sendable () -> Void

  private struct State {
    var waiting: [UInt8] = []
    // What of it was written.
    var start = 0
  }

  /// - Parameter ring: wakes who waits for room, as something waits for it from now on, or the reader is gone.
  init(_ descriptor: Int32, ring: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    kind = host_stream_kind(descriptor)
    self.ring = ring
  }

  /// How many bytes wait for room.
  var waiting: Int { count.load(ordering: .relaxed) }

  /// The same with what waits for others of its batch.
  var unread: Int { waiting + kept.load(ordering: .relaxed) }

  /// So many bytes more wait for others, or fewer.
  func keep(_ change: Int) { kept.wrappingAdd(change, ordering: .relaxed) }

  /// Whether nobody reads any more.
  var isBroken: Bool { broken.load(ordering: .acquiring) }

  /// Why nothing can be written; nil where it can be, and where nobody reads any more.
  var fault: Int32? {
    let number = number.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Sends a message, which becomes a line. Those of one thread keep their order.
  func send(_ message: [UInt8]) {
    var message = message
    message.append(UInt8(ascii: "\n"))
    let isNews = state.withLock { state in
      guard state.start == state.waiting.count else {
        state.waiting += message
        count.store(state.waiting.count - state.start, ordering: .relaxed)
        return false
      }
      let written = message.withUnsafeBytes { write($0) }
      state.start = 0
      state.waiting = written == message.count || isBroken ? [] : Array(message[written...])
      count.store(state.waiting.count, ordering: .relaxed)
      return !state.waiting.isEmpty || isBroken
    }
    if isNews { ring() }
  }

  /// Writes what there is room for by now.
  func flush() {
    state.withLock { state in
      let rest = state.start..<state.waiting.count
      state.start += state.waiting.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[rest])) }
      if state.start == state.waiting.count || isBroken {
        (state.waiting, state.start) = ([], 0)
      } else if state.start > 1 << 20 {
        state.waiting.removeFirst(state.start)
        state.start = 0
      }
      count.store(state.waiting.count - state.start, ordering: .relaxed)
    }
  }

  /// Writes all of it, as long as the reader takes some; whether all is written before that moment.
  func flush(until moment: Int64) -> Bool {
    while waiting > 0, !isBroken {
      let left = moment - Clock.now
      if left <= 0 { return false }
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&room, 1, Int32(clamping: left / 1_000_000 + 1)) > 0 { flush() }
    }
    return !isBroken
  }

  /// Nobody reads any more.
  func endByReader() { broken.store(true, ordering: .releasing) }

  // How much of it. It is written in the order of those who hold the lock, and never waits for the reader of a pipe or a
  // socket.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    var done = 0
    while done < bytes.count, !isBroken, let base = bytes.baseAddress {
      let written = host_stream_write(descriptor, kind, base + done, bytes.count - done)
      if written > 0 {
        done += written
      } else if written == -Int(EAGAIN) {
        break
      } else {
        // A reader that has gone is no fault, also where it left something unread.
        if written != -Int(EPIPE), written != -Int(ECONNRESET) {
          number.store(Int32(truncatingIfNeeded: -written), ordering: .releasing)
        }
        broken.store(true, ordering: .releasing)
      }
    }
    return done
  }
}
