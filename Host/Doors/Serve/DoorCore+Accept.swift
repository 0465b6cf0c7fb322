import ComponentHost
import ComponentKit
import Glibc
import HostNative
import Synchronization

// New connections.
extension DoorCore {
  /// Takes connections that wait, but not so many at once that the others would wait for them. Whether there may be more.
  @discardableResult
  func accept(_ listener: Listener, _ thread: ServingThread) -> Bool {
    for _ in 0..<64 {
      let socket = host_accept(listener.socket)
      // The second is what one says that refuses.
      if socket == -EAGAIN || socket == -EINVAL { return false }
      // It has gone while it waited, or the network has no memory for it: the next one may be well.
      if socket == -ECONNABORTED || socket == -EPROTO { continue }
      guard socket >= 0 else {
        pause(-socket)
        return false
      }
      figures.accepted.wrappingAdd(1, ordering: .relaxed)
      guard let connection = takeFree() else {
        // There is no room even to say so.
        figures.surplus.wrappingAdd(1, ordering: .relaxed)
        tellOverload(RequestRefusal.full)
        close(socket)
        continue
      }
      let isSurplus = table.count.load(ordering: .relaxed) > settings.connectionLimit
      if isSurplus { figures.surplus.wrappingAdd(1, ordering: .relaxed) }
      connection.begin(socket, isLocal: listener.isLocal, isSurplus: isSurplus, at: thread.now)
      let result = host_events_watch(set, socket, connection.number, true, false, false)
      if result != 0 {
        tell(.error, "not_taken", "a connection can't be taken: \(systemReason(-result))")
        connection.abandon()
      }
      if !connection.letGo() { serve(connection, thread) }
      // Its time counts from now on, also where it is the first one.
      if !thread.isLeader { return false }
      if nextSweep < thread.now { nextSweep = thread.now }
    }
    return true
  }

  // One that belongs to this thread. What came too late for the client before may still be under way to one that is
  // free: it is passed over.
  private func takeFree() -> Connection? {
    var passed: [Connection] = []
    defer { for connection in passed { table.giveBack(connection.place) } }
    while let connection = table.take({ Connection($0, self) }) {
      if connection.post([]) { return connection }
      passed.append(connection)
    }
    return nil
  }

  // No descriptor is left: those who wait go on waiting, and are looked at again in a moment.
  private func pause(_ error: Int32) {
    if isFull { return }
    tell(.error, "full", "connections wait, since none can be taken: \(systemReason(error))")
    isFull = true
    nextResume = Clock.now + pace
    for listener in listeners { host_events_forget(set, listener.socket) }
  }

  /// Looks again whether connections can be taken.
  func resume() {
    isFull = false
    for (place, listener) in listeners.enumerated() {
      _ = host_events_watch(set, listener.socket, UInt64(place + 1), false, false, false)
    }
  }
}
