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
  // ends its sending while its call is under way counts as gone.
  private func endInput() {
    inputEnded = true
    mayRead = true
    if phase == .calling, !isLocal { abandon() }
  }

  // A request that has come already is answered.
  private func drain() {
    isDraining = true
    if phase == .idle { mayRead = true }
  }

  private func cut(_ thread: ServingThread) {
    if phase == .calling {
      giveUpCall()
      if hasStream { return abandon() }
      answer(RequestRefusal.closing, thread, closes: true)
      flush(thread)
    }
    abandon()
  }

  private func timeOut(_ thread: ServingThread) {
    if isStuck, thread.now >= stuckUntil { return abandon() }
    switch phase {
    case .closed: break
    case .idle where isStuck, .reading where isStuck: wait(for: .nanoseconds(stuckUntil - thread.now), from: thread.now)
    case .idle, .lingering: abandon()
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
      if hasStream { return abandon() }
      answer(RequestRefusal.late, thread, about: call)
    }
  }
}
