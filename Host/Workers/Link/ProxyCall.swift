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
  // Which threads wait for the word that a call was deferred.
  fileprivate var awaited: [pthread_t: ProxyCall] = [:]

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
    /// When it is to have ended; 0 for never.
    let deadline: Int64
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
      deadline = call.pointee.deadline
      handle = call
    }

    /// Does something with the call, which is there until that has returned: ends it, or tells its progress. Nothing is done
    /// where it is over. A thread that comes earlier than the word that it was deferred waits for that.
    ///
    /// - Parameter isEnd: whether the call has ended then.
    /// - Returns: false where that word can't come before this thread goes on.
    @discardableResult
    func use(isEnd: Bool = false, _ body: (UnsafeMutablePointer<component_call>) -> Void) -> Bool {
      let (isDecided, call) = all.gate.locked { () -> (Bool, UnsafeMutablePointer<component_call>?) in
        if !waitUntilDecided() { return (false, nil) }
        if handle != nil {
          users += 1
          if isEnd { hasEnded = true }
        }
        return (true, handle)
      }
      guard let call else { return isDecided }
      body(call)
      leave()
      return true
    }

    /// Whether its end was told before its process went.
    var isEnded: Bool { all.gate.locked { hasEnded } }

    /// Lends the call as the parent of another one; nil where it is over.
    func lendAsParent<R>(_ body: (UnsafeMutablePointer<component_call>?) -> R) -> R {
      let call = all.gate.locked {
        if handle != nil { users += 1 }
        return handle
      }
      let result = body(call)
      if call != nil { leave() }
      return result
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

    // Under the gate. The thread that takes the word does not wait for it. False where that thread waits for this one, which
    // no component has it do: what is deferred is said before anybody can end it.
    private func waitUntilDecided() -> Bool {
      let own = pthread_self()
      if isDecided || pthread_equal(thread, own) != 0 { return true }
      var next: ProxyCall? = self
      while let call = next {
        if pthread_equal(call.thread, own) != 0 { return false }
        next = all.awaited[call.thread]
      }
      all.awaited[own] = self
      while !isDecided { all.gate.wait() }
      all.awaited[own] = nil
      return true
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

    /// The run is over; whether the call stays open. Waits until nobody uses the handle that lies on this thread's stack.
    func returned() -> Bool {
      all.gate.locked {
        if isDeferred { return true }
        handle = nil
        isDecided = true
        all.gate.wake()
        while users > 0 { all.gate.wait() }
        return false
      }
    }

    /// The component is done with it. False as for `use`.
    func done() -> Bool {
      let (isDecided, deferred) = all.gate.locked { () -> (Bool, UnsafeMutablePointer<component_call>?) in
        if !waitUntilDecided() { return (false, nil) }
        guard isDeferred, let deferred = handle else { return (true, nil) }
        handle = nil
        if users == 0 { return (true, deferred) }
        owed = deferred
        return (true, nil)
      }
      if let deferred { deferred.pointee.host.pointee.release(deferred) }
      return isDecided
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
