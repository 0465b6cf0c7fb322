import ComponentKit
import Glibc
import HostNative
import Synchronization

// What happens to a connection.
extension Connection {
  /// Takes in what was posted.
  func hear(_ news: ConnectionNews, _ thread: ServingThread) {
    guard phase != .closed, !news.isEmpty else { return }
    if news.contains(.gone) { return abandon() }
    if news.contains(.readable) { mayRead = true }
    if news.contains(.inputEnded) { endInput() }
    if news.contains(.writable) { sendRest(thread) }
    if news.contains(.drain) { drain() }
    if news.contains(.cut) { return cut(thread) }
    if news.contains(.timedOut), isDue(thread.now) { timeOut(thread) }
  }

  // A Unix socket tells apart who has gone and who has only said all. Over TCP, where that is not known, a client that
  // ends its sending while it is being answered counts as gone.
  private func endInput() {
    inputEnded = true
    mayRead = true
    if phase == .calling || phase == .listening, !isLocal { abandon() }
  }

  // A request may be on its way, or be sent before its client hears that the door closes. So a connection that waits for one
  // stays open for a moment, and the answer says that it was the last.
  private func drain() {
    isDraining = true
    if phase == .idle, !isStuck { waitQuietly() }
  }

  // Closes it, unless a request has come of which nobody has been told yet.
  private func endIdle() {
    (isDraining, endsIdle, mayRead) = (true, true, true)
  }

  private func cut(_ thread: ServingThread) {
    if phase == .calling {
      let call = call
      giveUpCall()
      if hasStream {
        if let call { core.tell(of: call, .unavailable, self) }
        return abandon()
      }
      answer(RequestRefusal.closing, thread, closes: true, about: call)
      flush(thread)
    }
    abandon()
  }

  private func timeOut(_ thread: ServingThread) {
    if isStuck, thread.now >= stuckUntil { return abandon() }
    switch phase {
    case .closed: break
    case .idle where isStuck, .reading where isStuck, .listening where isStuck:
      wait(for: .nanoseconds(stuckUntil - thread.now), from: thread.now)
    case .idle: endIdle()
    case .lingering: abandon()
    case .listening:
      beat(thread)
      wait(for: core.settings.heartbeat, from: thread.now)
    case .reading:
      answer(RequestRefusal.slow, thread, closes: true)
    case .calling:
      if thread.now < callDue {
        if hasStream { beat(thread) }
        return waitForCall(from: thread.now)
      }
      let call = call
      giveUpCall()
      // A stream has begun with another status: that it is cut off says what an answer would.
      if hasStream {
        if let call { core.tell(of: call, .gatewayTimeout, self) }
        return abandon()
      }
      answer(RequestRefusal.late, thread, about: call)
    }
  }
}
