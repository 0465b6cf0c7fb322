import ComponentKit
import Synchronization

/// What a `component_cancellation` points to: when it was used, and the listeners to be told.
final class Cancelled: @unchecked Sendable {
  // Sendable: the moment is atomic, and `listeners` is touched under the gate only.
  private let moment = Atomic(Int64.max)
  private let gate = Gate()
  private var listeners: [ObjectIdentifier: any CancelListener] = [:]

  /// What a handle stands for.
  static func of(_ handle: OpaquePointer) -> Cancelled {
    Unmanaged.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  var isSet: Bool { givenUpAt != .max }

  /// When it was used first; `.max` as long as it was not.
  var givenUpAt: Int64 { moment.load(ordering: .acquiring) }

  func set() {
    _ = moment.compareExchange(expected: .max, desired: Deadline.now, ordering: .acquiringAndReleasing)
    let told = gate.locked {
      let all = Array(listeners.values)
      listeners = [:]
      return all
    }
    for listener in told { listener.giveUp() }
  }

  /// Adds a listener, which is told when the handle is used; at once if it was.
  func add(_ listener: any CancelListener) {
    gate.locked { listeners[ObjectIdentifier(listener)] = listener }
    if isSet {
      remove(listener)
      listener.giveUp()
    }
  }

  func remove(_ listener: any CancelListener) {
    // What is dropped is dropped outside the lock.
    withExtendedLifetime(gate.locked { listeners.removeValue(forKey: ObjectIdentifier(listener)) }) {}
  }
}

/// Is told when a call is given up; no lock is held meanwhile.
protocol CancelListener: AnyObject, Sendable {
  func giveUp()
}
