import ComponentABI
import ComponentHost
import ComponentKit
import Glibc

/// The calls of one isolated component, each from the moment that its worker is asked until the component is done with it.
final class ProxyCalls: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  fileprivate let gate = Gate()
  private var calls: [CallID: ProxyCall] = [:]
  private var isOver = false

  /// False where the worker is gone: nothing is begun any more.
  func add(_ call: ProxyCall, _ number: CallID) -> Bool {
    gate.locked {
      if isOver { return false }
      calls[number] = call
      return true
    }
  }

  func remove(_ number: CallID) {
    withExtendedLifetime(gate.locked { calls.removeValue(forKey: number) }) {}
  }

  subscript(number: CallID) -> ProxyCall? { gate.locked { calls[number] } }

  /// The worker is gone: what is open still.
  func end() -> [ProxyCall] {
    gate.locked {
      isOver = true
      let all = Array(calls.values)
      calls = [:]
      // Nothing is said of them any more, so nobody waits for that.
      for call in all { call.isDecided = true }
      gate.wake()
      return all
    }
  }

  /// One of them. At first it is the call that lies on the stack of the thread that waits for the worker; once the
  /// component defers it is this process's own deferred call.
  final class ProxyCall: @unchecked Sendable {
    // Sendable: what changes is touched under the gate of them all.
    private let all: ProxyCalls
    private let thread = pthread_self()
    /// What is called, for messages.
    private(set) var path = ""
    private var handle: UnsafeMutablePointer<component_call>?
    private var isDeferred = false
    fileprivate var isDecided = false
    private var hasEnded = false
    // How many threads use the handle just now. As long as there are any it is neither left nor given back.
    private var users = 0
    // A deferred call that the last of them gives back.
    private var owed: UnsafeMutablePointer<component_call>?

    init(_ call: UnsafeMutablePointer<component_call>, _ all: ProxyCalls) {
      self.all = all
      handle = call
    }

    /// Does something with the call, which is there until that has returned: ends it, or tells its progress. Nothing is done
    /// where it is over. A thread that comes earlier than the word that it was deferred waits for that.
    ///
    /// - Parameter isEnd: whether the call has ended then.
    func use(isEnd: Bool = false, _ body: (UnsafeMutablePointer<component_call>) -> Void) {
      guard let call = enter(waits: true) else { return }
      if isEnd { all.gate.locked { hasEnded = true } }
      body(call)
      leave()
    }

    /// Whether its end was told before its process went.
    var isEnded: Bool { all.gate.locked { hasEnded } }

    /// Lends the call as the parent of another one; nil where it is over.
    func lendAsParent<R>(_ body: (UnsafeMutablePointer<component_call>?) -> R) -> R {
      let call = enter(waits: false)
      let result = body(call)
      if call != nil { leave() }
      return result
    }

    private func enter(waits: Bool) -> UnsafeMutablePointer<component_call>? {
      all.gate.locked {
        if waits { waitUntilDecided() }
        if handle != nil { users += 1 }
        return handle
      }
    }

    private func leave() {
      let owed: UnsafeMutablePointer<component_call>? = all.gate.locked {
        users -= 1
        if users > 0 { return nil }
        all.gate.wake()
        return exchange(&self.owed, with: nil)
      }
      if let owed { owed.pointee.host.pointee.release(owed) }
    }

    // Under the gate. The thread that takes the word does not wait for it.
    private func waitUntilDecided() {
      if pthread_equal(thread, pthread_self()) == 0 { while !isDecided { all.gate.wait() } }
    }

    /// The component keeps it; nil where it has ended. On the thread that waits for the worker.
    func keep() -> UnsafeMutablePointer<component_call>? {
      guard let call = all.gate.locked({ isDeferred ? nil : handle }) else { return nil }
      let path = "\(call.pointee.target.string).\(call.pointee.action.string)"
      let deferred = call.pointee.host.pointee.defer(call)
      all.gate.locked {
        self.path = path
        handle = deferred
        isDeferred = deferred != nil
        isDecided = true
        all.gate.wake()
      }
      return deferred
    }

    /// The run is over; whether the call stays open. Waits until nobody uses the handle that lies on this thread's stack; nil
    /// where the time is up first.
    func returned(until deadline: Int64) -> Bool? {
      all.gate.locked {
        if isDeferred { return true }
        handle = nil
        isDecided = true
        all.gate.wake()
        while users > 0 { if !all.gate.wait(until: deadline) { return users > 0 ? nil : false } }
        return false
      }
    }

    /// The component is done with it.
    func done() {
      let deferred: UnsafeMutablePointer<component_call>? = all.gate.locked {
        waitUntilDecided()
        guard isDeferred, let deferred = handle else { return nil }
        handle = nil
        if users == 0 { return deferred }
        owed = deferred
        return nil
      }
      if let deferred { deferred.pointee.host.pointee.release(deferred) }
    }

    /// Takes a deferred call over from a component that is gone, and lets `body` end it; false where there is none.
    func orphan(_ body: (UnsafeMutablePointer<component_call>) -> Void) -> Bool {
      let deferred: UnsafeMutablePointer<component_call>? = all.gate.locked {
        guard isDeferred, let deferred = handle else { return nil }
        handle = nil
        users += 1
        owed = deferred
        return deferred
      }
      guard let deferred else { return false }
      body(deferred)
      leave()
      return true
    }
  }
}

typealias ProxyCall = ProxyCalls.ProxyCall
