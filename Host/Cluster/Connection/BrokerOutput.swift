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
    // How many connections were opened.
    var connections = 0
    var waiting: [UInt8] = []
    // What of it was written.
    var start = 0
    // Where messages lie in it, and not lines of the protocol; one that begins before it was written in part.
    var messages: [Range<Int>] = []
    // Messages for the next connection, one behind the other, and where each of them lies.
    var kept: [UInt8] = []
    var keptMessages: [Range<Int>] = []
    // How many were given to connections.
    var sent = 0
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
      state.connections += 1
      let (kept, messages) = (exchange(&state.kept, with: []), exchange(&state.keptMessages, with: []))
      if !kept.isEmpty { write(kept, messages, &state) }
    }
  }

  /// Writes nothing any more. A message of which nothing was written is kept for the next connection; what was written in part is
  /// lost with this one.
  func detach() {
    state.withLock { state in
      let (waiting, start) = (exchange(&state.waiting, with: []), state.start)
      for place in exchange(&state.messages, with: []) where place.upperBound > start {
        if place.lowerBound >= start { keep(waiting[place], &state) } else { state.lost += 1 }
      }
      (state.socket, state.isOpen, state.start) = (-1, false, 0)
      count.store(0, ordering: .relaxed)
    }
  }

  /// How many messages were given to connections so far.
  var sent: Int { state.withLock { $0.sent } }

  /// Whether messages wait, for room or for a connection.
  var hasMessages: Bool { state.withLock { !$0.kept.isEmpty || !$0.messages.isEmpty } }

  /// Lets messages go that are kept: none is sent any more. They are lost.
  func giveUp() {
    state.withLock { state in
      state.lost += state.keptMessages.count
      (state.kept, state.keptMessages) = ([], [])
    }
  }

  /// Sends lines of the protocol that belong to this connection.
  func tell(_ lines: [UInt8]) {
    state.withLock { state in if state.socket >= 0 { write(lines, EmptyCollection(), &state) } }
  }

  /// Writes what there is room for by now.
  func flush() {
    state.withLock { state in
      let rest = state.start..<state.waiting.count
      state.start += state.waiting.withUnsafeBytes { written(UnsafeRawBufferPointer(rebasing: $0[rest]), state.socket) }
      if state.start == state.waiting.count {
        (state.waiting, state.start, state.messages) = ([], 0, [])
      } else if state.start > 1 << 20 {
        let written = state.start
        state.waiting.removeFirst(written)
        state.messages.removeAll { $0.upperBound <= written }
        state.messages = state.messages.map { $0.moved(by: -written) }
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
        keep(message[...], &state)
        return false
      }
      let waited = state.start < state.waiting.count
      write(message, CollectionOfOne(0..<message.count), &state)
      return !waited && state.start < state.waiting.count || isBroken
    }
    if isNews { ring() }
  }

  /// The number of the connection that is open, or was open last.
  var connection: Int { state.withLock { $0.connections } }

  /// What becomes of a message that belongs to a connection.
  enum Asked { case sent, closed, full }

  /// Sends a message that is of no use to another connection than that one: it is lost with it, and its answer is.
  func ask(_ message: [UInt8], by connection: Int) -> Asked {
    let (asked, isNews) = state.withLock { state -> (Asked, Bool) in
      guard state.isOpen, state.connections == connection, !isBroken else { return (.closed, false) }
      let left = state.waiting.count - state.start
      // Beyond the limit the connection is given up, which answers are worth, and questions are not.
      if left + message.count > limit / 2 { return (.full, false) }
      write(message, EmptyCollection(), &state)
      return (.sent, left == 0 && state.start < state.waiting.count || isBroken)
    }
    if isNews { ring() }
    return asked
  }

  private func keep(_ message: ArraySlice<UInt8>, _ state: inout State) {
    if state.kept.count + message.count > limit { return state.lost += 1 }
    state.keptMessages.append(state.kept.count..<(state.kept.count + message.count))
    state.kept += message
  }

  // Behind what waits. The messages in it are told from lines of the protocol.
  private func write(_ bytes: [UInt8], _ messages: some Collection<Range<Int>>, _ state: inout State) {
    var place = state.waiting.count
    if state.start < state.waiting.count {
      state.waiting += bytes
    } else {
      let done = bytes.withUnsafeBytes { written($0, state.socket) }
      (state.start, state.messages) = (0, [])
      state.waiting = done == bytes.count ? [] : Array(bytes[done...])
      place = -done
    }
    state.sent += messages.count
    if !state.waiting.isEmpty {
      state.messages += messages.lazy.map { $0.moved(by: place) }.filter { $0.upperBound > 0 }
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

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Range { (lowerBound + distance)..<(upperBound + distance) }
}
