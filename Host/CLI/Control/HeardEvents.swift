import ComponentHost
import ComponentKit
import Glibc

/// One event that a client is to be told of.
struct HeardEvent: Sendable {
  let event: String
  let value: Value
  /// How many were lost just before it.
  var lost: Int
  /// Which host has told it, where it comes from another one.
  var host: String?
}

/// What was heard and is not printed yet. Whoever hears for the host waits for no client, so of those that wait for one the
/// oldest is lost where there are too many.
final class HeardEvents: Sendable {
  private let waiting = Guarded<[HeardEvent]>([])
  private let bell: Pipe

  // As many as wait for an observer.
  private static let limit = 256
  // In milliseconds: so soon it is seen that the client has gone.
  private static let pause: Int32 = 100

  init() throws(SystemFault) { bell = try Pipe() }

  deinit { bell.close() }

  func add(_ event: HeardEvent) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(event)
      if waiting.count > HeardEvents.limit {
        let oldest = waiting.removeFirst()
        waiting[0].lost += 1 + oldest.lost
      }
      return waiting.count == 1
    }
    // The thread that takes them takes its byte first, so that no more than two lie there, and none waits for room.
    if isFirst { bell.wake() }
  }

  /// Those that have come: all at once, or none after a moment.
  func next() -> [HeardEvent] {
    var ready = pollfd(fd: bell.read, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, HeardEvents.pause) > 0 else { return [] }
    var byte: UInt8 = 0
    _ = read(bell.read, &byte, 1)
    return waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
