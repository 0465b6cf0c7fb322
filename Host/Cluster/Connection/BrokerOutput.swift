import ComponentKit
import Glibc
import HostNative
import Synchronization

/// What goes out to the broker.
///
/// Any thread sends, and none waits: what there is no room for waits here, and is written by the connection's thread once there
/// is. As long as there is no connection messages are kept for the next one, since whoever waits for them may reach it.
final class BrokerOutput: Sendable {
  private let state = Mutex(State())
  // How many bytes wait for room.
  private let count = Atomic(0)
  private let broken = Atomic(false)
  private let limit: Int
  private let ring: @Sendable () -> Void

  private struct State {
    var socket: Int32 = -1
    // Whether messages go out: the broker knows who this is.
    var isOpen = false
    var waiting: [UInt8] = []
    // What of it was written.
    var start = 0
    // Messages for the next connection, one behind the other.
    var kept: [UInt8] = []
    var lost = 0
  }

  /// - Parameters:
  ///   - limit: how many bytes may wait.
  ///   - ring: wakes the connection's thread, as something waits from now on, or the broker takes nothing any more.
  init(limit: Int, ring: @escaping @Sendable () -> Void) { (self.limit, self.ring) = (limit, ring) }

  /// Whether something waits for room.
  var waits: Bool { count.load(ordering: .relaxed) > 0 }

  /// Whether the connection has come to its end, or the broker reads too little.
  var isBroken: Bool { broken.load(ordering: .acquiring) }

  // MARK: the connection's thread

  /// Writes to a socket from now on; messages go out once it is opened.
  func attach(_ socket: Int32) {
    broken.store(false, ordering: .relaxed)
    state.withLock { state in
      state.socket = socket
      count.store(0, ordering: .relaxed)
    }
  }

  /// Messages go out from now on, the kept ones first.
  func open() {
    state.withLock { state in
      state.isOpen = true
      let kept = exchange(&state.kept, with: [])
      if !kept.isEmpty { write(kept, &state) }
    }
  }

  /// Writes nothing any more. What has waited is lost with the connection, since nobody knows how much of it has come.
  func detach() {
    state.withLock { state in
      (state.socket, state.isOpen, state.waiting, state.start) = (-1, false, [], 0)
      count.store(0, ordering: .relaxed)
    }
  }

  /// Sends lines of the protocol that belong to this connection.
  func tell(_ lines: [UInt8]) { state.withLock { state in if state.socket >= 0 { write(lines, &state) } } }

  /// Writes what there is room for by now.
  func flush() {
    state.withLock { state in
      let rest = state.start..<state.waiting.count
      state.start += state.waiting.withUnsafeBytes { written(UnsafeRawBufferPointer(rebasing: $0[rest]), state.socket) }
      if state.start == state.waiting.count {
        (state.waiting, state.start) = ([], 0)
      } else if state.start > 1 << 20 {
        state.waiting.removeFirst(state.start)
        state.start = 0
      }
      count.store(state.waiting.count - state.start, ordering: .relaxed)
    }
  }

  /// How many messages were lost since this was asked before, for which no place was left.
  func takeLost() -> Int { state.withLock { exchange(&$0.lost, with: 0) } }

  // MARK: any thread

  /// Sends a message as it is written for the protocol. Those of one thread keep their order.
  func send(_ message: [UInt8]) {
    let isNews = state.withLock { state in
      guard state.isOpen else {
        if state.kept.count + message.count > limit { state.lost += 1 } else { state.kept += message }
        return false
      }
      let waited = state.start < state.waiting.count
      write(message, &state)
      return !waited && state.start < state.waiting.count || isBroken
    }
    if isNews { ring() }
  }

  // Behind what waits.
  private func write(_ bytes: [UInt8], _ state: inout State) {
    if state.start < state.waiting.count {
      state.waiting += bytes
    } else {
      let done = bytes.withUnsafeBytes { written($0, state.socket) }
      state.start = 0
      state.waiting = done == bytes.count ? [] : Array(bytes[done...])
    }
    let left = state.waiting.count - state.start
    if left > limit { broken.store(true, ordering: .releasing) }
    count.store(left, ordering: .relaxed)
  }

  // How much of it.
  private func written(_ bytes: UnsafeRawBufferPointer, _ socket: Int32) -> Int {
    var done = 0
    while done < bytes.count, !isBroken, socket >= 0, let base = bytes.baseAddress {
      let sent = host_send(socket, base + done, bytes.count - done)
      if sent > 0 {
        done += sent
      } else if sent == -Int(EAGAIN) {
        break
      } else {
        broken.store(true, ordering: .releasing)
      }
    }
    return done
  }
}
