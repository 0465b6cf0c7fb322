import ComponentABI
import ComponentKit

/// A started call of a component that another thread just loads or replaces, or of one of its functions; its caller has
/// gone on.
///
/// To its caller it is a deferred call from the beginning, so its deadline and its cancellation work while it waits.
final class KeptCall: CrewJob, @unchecked Sendable {
  // Sendable: seats are never freed.
  // Let go of by who carries it on: with it goes what is components' own, a record's parameters, say, and who lets go of the
  // last call in a list may hold a lock.
  private let held: Guarded<Held?>
  private let seat: UnsafePointer<Seat>

  private struct Held {
    let record: DeferredRecord
    let run: @Sendable (Dispatch) -> Int32
  }

  init(_ record: DeferredRecord, from seat: UnsafePointer<Seat>, _ run: @escaping @Sendable (Dispatch) -> Int32) {
    held = Guarded(Held(record: record, run: run))
    self.seat = seat
  }

  func work() {
    let held = held.withLock { exchange(&$0, with: nil) }
    if let held { Relay.carryOn(held.record, from: seat) { _ = held.run($0) } }
  }
}

/// A function value that is called later than its caller has it.
private final class KeptFunction: @unchecked Sendable {
  // Sendable: nothing in it changes, and the contract lets a function be called from any thread.
  private let function: component_function

  init(_ function: component_function) {
    self.function = function
    function.retain?(function.context)
  }

  deinit { function.release?(function.context) }

  func invoke(_ dispatch: Dispatch) -> Int32 { withUnsafePointer(to: function) { dispatch.invoke($0) } }
}

extension Loader {
  /// Keeps a started call as long as its component is just being loaded or replaced: its thread has other things to do, and
  /// may be the one that this waits for. Nil where there is nothing to wait for, or no thread to carry the call on later.
  func keep(_ dispatch: Dispatch, of name: String) -> Int32? {
    let patience = Patience(dispatch)
    return keep(dispatch, of: name, { $0.runDirectly() }) {
      if case .loading = look(name, patience) { true } else { false }
    }
  }

  /// The same of a function of what is being replaced.
  func keep(_ dispatch: Dispatch, _ function: component_function, of generation: Generation) -> Int32? {
    // The call that carries it on waits the last moment.
    if dispatch.request.pointee.isRelayed { return nil }
    func isBusy() -> Bool {
      if case .held(let now) = slots[generation.name] { now === generation && generation.rests } else { false }
    }
    guard gate.locked(isBusy) else { return nil }
    let kept = KeptFunction(function)
    return keep(dispatch, of: generation.name, { kept.invoke($0) }, while: isBusy)
  }

  // - Parameters:
  //   - run: goes on with it.
  //   - isBusy: whether there is something to wait for; under the gate.
  private func keep(
    _ dispatch: Dispatch, of name: String, _ run: @escaping @Sendable (Dispatch) -> Int32, while isBusy: () -> Bool
  ) -> Int32? {
    guard gate.locked(isBusy), crew.isReady() else { return nil }
    let attempt = Attempt(dispatch, .nothing(by: dispatch.seat))
    guard attempt.hasRoom else { return dispatch.failTooDeep(attempt.parent) }
    if !attempt.isFine, let failure = attempt.borderFault() { return dispatch.end(failure) }
    var frame = attempt.frame()
    if let failure = dispatch.over(&frame) { return dispatch.end(failure) }
    let record = DeferredRecord(&frame, core: core)
    let call = KeptCall(record, from: dispatch.seat, run)
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
