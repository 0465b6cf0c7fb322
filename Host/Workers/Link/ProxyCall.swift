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
    private var isDecided = false

    init(_ call: UnsafeMutablePointer<component_call>, _ all: ProxyCalls) {
      self.all = all
      handle = call
    }

    /// As the parent of another call: it is there as long as its component is in it.
    var parent: UnsafeMutablePointer<component_call>? { all.gate.locked { handle } }

    /// The call, to be ended, or to tell its progress; nil where it is over. A thread that comes earlier than the word that
    /// it was deferred waits for that.
    var open: UnsafeMutablePointer<component_call>? {
      all.gate.locked {
        if pthread_equal(thread, pthread_self()) == 0 { while !isDecided { all.gate.wait() } }
        return handle
      }
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

    /// The run is over; whether the call stays open.
    func returned() -> Bool {
      all.gate.locked {
        if isDeferred { return true }
        handle = nil
        isDecided = true
        all.gate.wake()
        return false
      }
    }

    /// The component is done with it.
    func done() {
      let deferred = all.gate.locked {
        let deferred = isDeferred ? handle : nil
        if isDeferred { handle = nil }
        return deferred
      }
      if let deferred { deferred.pointee.host.pointee.release(deferred) }
    }

    /// Takes a deferred call over from a component that is gone.
    func orphan() -> UnsafeMutablePointer<component_call>? {
      all.gate.locked {
        let deferred = isDeferred ? handle : nil
        if isDeferred { handle = nil }
        return deferred
      }
    }
  }
}

typealias ProxyCall = ProxyCalls.ProxyCall
