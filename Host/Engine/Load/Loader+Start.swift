import ComponentKit
import Glibc
import Synchronization

// From a registration that was accepted to a component that can be called.
extension Loader {
  /// Starts a component and puts it into the table; false if the host was closed meanwhile, and the component goes the
  /// way of the others.
  ///
  /// - Parameter patience: whose need it is brought for.
  func bring(_ generation: Generation, _ patience: Patience = .endless) throws(Refusal) -> Bool {
    try begin(generation, patience)
    let (isIn, gone) = steps(of: generation.name).step("publish") { put(generation) }
    gone?.retire(waiting: settings.stepLimit)
    return isIn
  }

  /// Starts a component and publishes its routes. Where that fails nothing has changed, and it is on its way out.
  func begin(_ generation: Generation, _ patience: Patience = .endless) throws(Refusal) {
    var none: Upgrade?
    try begin(generation, patience, upgrade: &none)
  }

  func begin(
    _ generation: Generation, _ patience: Patience = .endless, upgrade: inout Upgrade?
  ) throws(Refusal) {
    if generation.has(.start), !settings.describesOnly {
      try prepare(generation, patience)
      return try finish(generation, &upgrade)
    }
    do throws(Refusal) {
      try settle(generation, &upgrade)
    } catch {
      discard(generation)
      throw error.ofCode(of: generation)
    }
    admit(generation)
  }

  // The last that may fail. Behind it nothing of the one before is used for the first time, where that would count.
  private func settle(_ generation: Generation, _ upgrade: inout Upgrade?) throws(Refusal) {
    try upgrade?.close()
    do throws(Refusal) {
      try takeRoutes(of: generation)
    } catch {
      upgrade?.reopen()
      throw error
    }
  }

  /// Has started what a component needs in order to start. Where that fails it is on its way out.
  func prepare(_ generation: Generation, _ patience: Patience = .endless) throws(Refusal) {
    do throws(Refusal) {
      try checkRoutes(of: generation)
    } catch {
      discard(generation)
      throw error.ofCode(of: generation)
    }
    admit(generation)
    // What is admitted later does not find it.
    if isClosed {
      abandon(generation)
      throw .closed
    }
    if settings.ignoresNeeds || !generation.has(.start) { return }
    func isOurs() -> Bool { gate.locked { isBooked(generation.name) || hasTurn(of: generation.name) } }
    let wasOurs = isOurs()
    do throws(Refusal) {
      if generation.needs.contains(where: { !$0.isOptional }) {
        try steps(of: generation.name).step("start the needs of") { () throws(Refusal) in
          try startNeeds(generation.needs, of: generation.name, patience)
        }
      }
      // One of them may have hung in its register, and this one been given up with it.
      if wasOurs, !isOurs() { throw .tooLate }
    } catch {
      abandon(generation)
      throw isClosed ? Refusal.closed : error.ofCode(of: generation)
    }
  }

  /// The rest of what `begin` does.
  func finish(_ generation: Generation, _ upgrade: inout Upgrade?) throws(Refusal) {
    do throws(Refusal) {
      try start(generation)
      try settle(generation, &upgrade)
    } catch {
      abandon(generation)
      throw isClosed ? Refusal.closed : error.ofCode(of: generation)
    }
  }

  /// Lets go of a component that may have begun, and never came to answer.
  func abandon(_ generation: Generation) {
    gate.locked { if starting[generation.name] === generation { starting[generation.name] = nil } }
    generation.retire(waiting: settings.stepLimit)
  }

  // Lets it call others from now on.
  private func admit(_ generation: Generation) {
    gate.locked {
      generations[generation.name, default: []].append(generation)
      starting[generation.name] = generation
    }
    generation.admitCalls()
    if generation.has(.memoryPressure) { host.memory.watch() }
  }

  private func start(_ generation: Generation) throws(Refusal) {
    if !generation.has(.start) { return }
    let started = steps(of: generation.name).step("start") {
      generation.run(.start, within: settings.stepLimit)
    }
    guard case .failure(let failure) = started else { return }
    if let refusal = generation.refusal(of: .start, crashedBy: failure) { throw refusal }
    var refusal = Refusal(
      "start_failed", "its start failed: \(failure.message)",
      help: failure.isOfThreads
        ? "it is tried again when it is needed"
        : "once that is put right, touch its file: it is tried again when that has changed")
    refusal.isOfLack = failure.isOfThreads
    if refusal.isOfLack { refusal.retry = .whenCallsEnd }
    throw refusal
  }
}

extension Refusal {
  fileprivate static let tooLate = Refusal("too_late", "what it needs took too long to be loaded")
}

extension Generation {
  /// What becomes of one whose process a step has ended; nil where none was, as where it hands on that a neighbour crashed.
  ///
  /// Whether it is started again is decided as for one that crashed while it was loaded: by its earlier crashes.
  func refusal(of step: LifeStep.Kind, crashedBy failure: Failure) -> Refusal? {
    guard isIsolated, isLost.load(ordering: .acquiring), failure.code == .crashed else { return nil }
    var refusal = Refusal(Refusal.crashed, "its \(step) failed: \(failure.message)", help: Refusal.mend)
    refusal.retry = .whenCallsEnd
    return refusal
  }
}
