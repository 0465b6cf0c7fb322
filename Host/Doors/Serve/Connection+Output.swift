import Glibc
import HostNative
import Synchronization

// What is sent to a client.
extension Connection {
  /// Whether something waits until the client reads.
  var isStuck: Bool { sent < output.count }

  /// Sends what was put together, and what waits. What the client does not take is sent once it reads again, or thrown
  /// away with it when its time is over.
  func flush(_ thread: ServingThread) {
    guard socket >= 0 else { return thread.output.removeAll(keepingCapacity: true) }
    if isStuck {
      output += thread.output
      thread.output.removeAll(keepingCapacity: true)
      // It is told when there is room.
      if watchesWrites { return }
    } else if thread.output.isEmpty {
      return
    }
    // Most answers go out as they were put together, in memory that is the thread's.
    let isKept = isStuck
    if !isKept { swap(&output, &thread.output) }
    let isDone = send(thread)
    if !isKept, isDone { swap(&output, &thread.output) }
    thread.output.removeAll(keepingCapacity: true)
  }

  /// There is room again.
  func sendRest(_ thread: ServingThread) {
    guard socket >= 0, isStuck, send(thread) else { return }
    output = []
    watch(writes: false)
    if isDraining, phase == .idle { waitQuietly() }
  }

  // Whether all was sent.
  private func send(_ thread: ServingThread) -> Bool {
    while sent < output.count {
      let result = output.withUnsafeBytes { bytes in
        bytes.baseAddress.map { host_send(socket, $0 + sent, bytes.count - sent) } ?? 0
      }
      if result > 0 {
        sent += result
        core.figures.sent.wrappingAdd(result, ordering: .relaxed)
      } else if result == -Int(EAGAIN) {
        // From what it has taken last on.
        wait(for: core.settings.writeTime, from: thread.now)
        stuckUntil = Clock.moment(after: core.settings.writeTime)
        if !watchesWrites { watch(writes: true) }
        return false
      } else {
        abandon()
        return false
      }
    }
    sent = 0
    return true
  }

  private func watch(writes: Bool) {
    watchesWrites = writes
    if host_events_watch(core.set, socket, number, true, writes, true) != 0 { abandon() }
  }

  /// Everything was said: the client is given a moment to hear it, since what it still sends would else cut it off.
  func endOutput(_ thread: ServingThread) {
    guard socket >= 0 else { return }
    if inputEnded { return abandon() }
    phase = .lingering
    request = nil
    dropInput()
    mayRead = true
    shutdown(socket, Int32(SHUT_WR))
    wait(for: .seconds(2), from: thread.now)
  }

  /// Throws away what a client sends that has been told all.
  func discard(_ thread: ServingThread) {
    // A client that sends without an end is not waited for.
    for _ in 0..<16 where mayRead {
      let count = thread.room.baseAddress.map { host_receive(socket, $0, thread.room.count) } ?? 0
      if count == -Int(EAGAIN) { mayRead = false } else if count <= 0 { return abandon() }
    }
    if mayRead { abandon() }
  }
}
