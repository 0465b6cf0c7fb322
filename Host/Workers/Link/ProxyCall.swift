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

  /// Whether the worker is gone: what is deferred from now on nobody ends by itself.
  var hasEnded: Bool { gate.locked { isOver } }

  subscript(number: CallID) -> ProxyCall? { gate.locked { calls[number] } }

  /// The worker is gone: what is open still, and nobody else hears of. What was started and runs still hears its channel's
  /// end, behind what was said before that.
  func end() -> [ProxyCall] {
    gate.locked {
      isOver = true
      let all = Array(calls.values)
      calls = [:]
      // Nothing is said of them any more, so nobody waits for that.
      for call in all { call.isDecided = true }
      gate.wake()
      return all.filter { $0.run == nil }
    }
  }

  /// One of them. One that is waited for is at first the call that lies on the stack of the thread that waits for the
  /// worker; once the component defers it is this process's own deferred call. One that was started is that from the
  /// beginning, and until both its run is over and the component is done with it.
  final class ProxyCall: @unchecked Sendable {
    // Sendable: what changes is touched under the gate of them all.
    private let all: ProxyCalls
    private let thread = pthread_self()
    private let isStarted: Bool
    /// When it is to have ended; 0 for never.
    let deadline: Int64
    private var handle: UnsafeMutablePointer<component_call>?
    private var isDeferred = false
    fileprivate var isDecided = false
    private var hasEnded = false
    // How many threads use it just now: as it lies on the stack, and deferred. As long as there are any the one is not left,
    // and the other is not given back.
    private var stackUsers = 0
    private var users = 0
    // A deferred call that the last of them gives back.
    private var owed: UnsafeMutablePointer<component_call>?
    private var isRunning = true
    // Whether the component is done with what it has deferred.
    private var isDone = false
    // Of one that was started: what it has as long as it runs, and whether the component has deferred it.
    fileprivate var run: Run?
    private var isKept = false

    /// What one that was started has as long as it runs.
    struct Run {
      let turn: CallTurn?
      let function: FunctionProxy?
    }

    init(_ call: UnsafeMutablePointer<component_call>, _ all: ProxyCalls) {
      self.all = all
      isStarted = false
      deadline = call.pointee.deadline
      handle = call
    }

    init(started call: UnsafeMutablePointer<component_call>, _ run: Run, _ all: ProxyCalls) {
      self.all = all
      isStarted = true
      deadline = call.pointee.deadline
      handle = call
      self.run = run
      isDeferred = true
      isDecided = true
    }

    /// Does something with the call, which is there until that has returned: ends it, or tells its progress. Nothing is done
    /// where it is over. A thread that comes earlier than the word that it was deferred waits for that.
    ///
    /// - Parameter isEnd: whether the call has ended then.
    /// - Returns: false where that word can't come before this thread goes on.
    @discardableResult
    func use(isEnd: Bool = false, _ body: (UnsafeMutablePointer<component_call>) -> Void) -> Bool {
      let (isDecided, use) = all.gate.locked { () -> (Bool, Use?) in
        if !waitUntilDecided() { return (false, nil) }
        if isEnd, handle != nil { hasEnded = true }
        return (true, begin())
      }
      guard let use else { return isDecided }
      body(use.call)
      leave(use)
      return true
    }

    /// Whether its end was told before its process went.
    var isEnded: Bool { all.gate.locked { hasEnded } }

    /// Lends the call as the parent of another one; nothing where it is over.
    ///
    /// - Parameter isDeferred: whether the component had deferred it when it made the other one: the word of that comes first,
    ///   and is waited for, since the call is then not the one on the stack.
    /// - Returns: nil where that word can't come before this thread goes on.
    func lendAsParent<R>(_ isDeferred: Bool, _ body: (UnsafeMutablePointer<component_call>?) -> R) -> R? {
      let (isFine, use) = all.gate.locked { () -> (Bool, Use?) in
        if isDeferred, !waitUntilDecided() { return (false, nil) }
        return (true, begin())
      }
      if !isFine { return nil }
      let result = body(use?.call)
      if let use { leave(use) }
      return result
    }

    private struct Use {
      let call: UnsafeMutablePointer<component_call>
      let isOnStack: Bool
    }

    // Under the gate; nil where the call is over.
    private func begin() -> Use? {
      guard let handle else { return nil }
      if isDeferred { users += 1 } else { stackUsers += 1 }
      return Use(call: handle, isOnStack: !isDeferred)
    }

    private func leave(_ use: Use) {
      let owed: UnsafeMutablePointer<component_call>? = all.gate.locked {
        if use.isOnStack {
          stackUsers -= 1
          all.gate.wake()
          return nil
        }
        users -= 1
        return users > 0 ? nil : exchange(&self.owed, with: nil)
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
      let deferred = call.pointee.host.pointee.defer(call)
      all.gate.locked {
        handle = deferred
        isDeferred = deferred != nil
        isDecided = true
        all.gate.wake()
      }
      return deferred
    }

    /// The run is over; what became of the call. Waits until nobody uses the handle that lies on this thread's stack.
    func returned() -> Rest {
      all.gate.locked {
        isRunning = false
        if !isDeferred {
          handle = nil
          isDecided = true
          all.gate.wake()
        }
        while stackUsers > 0 { all.gate.wait() }
        return !isDeferred ? .over : isDone ? .done : .open
      }
    }

    /// What there is of a call behind its run.
    enum Rest {
      /// It was not deferred.
      case over
      /// It was deferred, and the component is done with it.
      case done
      /// The component has it still.
      case open
    }

    /// The component has deferred one that was started.
    func keepOn() {
      let use = all.gate.locked { () -> Use? in
        isKept = true
        return begin()
      }
      guard let use else { return }
      use.call.isKept()
      leave(use)
    }

    /// The run of one that was started is over; whether the call stays open.
    func ranOut() -> Bool {
      let (staysOpen, deferred, run) = all.gate.locked {
        () -> (Bool, UnsafeMutablePointer<component_call>?, Run?) in
        isRunning = false
        let run = exchange(&self.run, with: nil)
        if isKept, !isDone { return (true, nil, run) }
        return (false, takeDeferred(), run)
      }
      if let deferred { deferred.pointee.host.pointee.release(deferred) }
      withExtendedLifetime(run) {}
      return staysOpen
    }

    /// What the component's word is worth that it is done with a call.
    enum Done {
      case over
      /// Its run goes on.
      case runs
      /// It was not deferred, or that word can't come before this thread goes on.
      case stray
    }

    /// The component is done with it.
    func done() -> Done {
      let (done, deferred) = all.gate.locked { () -> (Done, UnsafeMutablePointer<component_call>?) in
        if !waitUntilDecided() || !isDeferred { return (.stray, nil) }
        isDone = true
        if !isRunning { return (.over, takeDeferred()) }
        // Of one that was started that word may come earlier than the one that it was deferred.
        return (.runs, isStarted ? nil : takeDeferred())
      }
      if let deferred { deferred.pointee.host.pointee.release(deferred) }
      return done
    }

    // Under the gate: nobody uses it from here on. What is given back now; nil where the last one who uses it does that.
    private func takeDeferred() -> UnsafeMutablePointer<component_call>? {
      guard isDeferred, let deferred = handle else { return nil }
      handle = nil
      if users == 0 { return deferred }
      owed = deferred
      return nil
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
      leave(Use(call: deferred, isOnStack: false))
      withExtendedLifetime(all.gate.locked { exchange(&run, with: nil) }) {}
      return true
    }
  }
}

typealias ProxyCall = ProxyCalls.ProxyCall
