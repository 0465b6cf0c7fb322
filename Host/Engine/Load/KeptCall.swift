import ComponentABI
import ComponentKit

/// A started call of a component that another thread just loads or replaces; its caller has gone on.
///
/// To its caller it is a deferred call from the beginning, so its deadline and its cancellation work while it waits.
final class KeptCall: CrewJob, @unchecked Sendable {
  // Sendable: seats are never freed.
  // Let go of by who carries it on: with a record goes what its parameters hold, which is components' code, and who lets
  // go of the last call in a list may hold a lock.
  private let record: Guarded<DeferredRecord?>
  private let seat: UnsafePointer<Seat>

  init(_ record: DeferredRecord, from seat: UnsafePointer<Seat>) {
    self.record = Guarded(record)
    self.seat = seat
  }

  func work() {
    let record = record.withLock { exchange(&$0, with: nil) }
    if let record { Relay.carryOn(record, from: seat) { _ = $0.runDirectly() } }
  }
}

extension Loader {
  /// Keeps a started call as long as its component is just being loaded or replaced: its thread has other things to do, and
  /// may be the one that this waits for. Nil where there is nothing to wait for, or no thread to carry the call on later.
  func keep(_ dispatch: Dispatch, of name: String) -> Int32? {
    let patience = Patience(dispatch)
    func isBusy() -> Bool { if case .loading = look(name, patience) { true } else { false } }
    guard gate.locked(isBusy), crew.isReady() else { return nil }
    let attempt = Attempt(dispatch, .nothing(by: dispatch.seat))
    guard attempt.hasRoom else { return dispatch.failTooDeep(attempt.parent) }
    if !attempt.isFine, let failure = attempt.borderFault() { return dispatch.end(failure) }
    var frame = attempt.frame()
    if let failure = dispatch.over(&frame) { return dispatch.end(failure) }
    let record = DeferredRecord(&frame, core: core)
    let call = KeptCall(record, from: dispatch.seat)
    let isKept = gate.locked {
      guard isBusy() else { return false }
      kept[name, default: []].append(call)
      // Its thread stays for it.
      crew.count(1)
      return true
    }
    if !isKept { call.work() }
    return record.settle(startedBy: dispatch.seat)
  }

  /// Wakes who waits for a component, and carries on the calls that were kept for it. Under the gate.
  func wake(_ name: String) {
    gate.wake()
    for call in kept.removeValue(forKey: name) ?? [] {
      crew.bring(call)
      crew.count(-1)
    }
  }
}
