import ComponentKit
import Synchronization

// From one generation to the next, with what the first one hands over.
extension Loader {
  /// Puts the next generation in the place of one that saves its state.
  ///
  /// New calls are held, and those under way end; then the one saves, the other restores and starts, is put into the
  /// table, and gets the calls that were held. Where a step fails or takes too long the first one gets its state back,
  /// and the calls.
  func handOver(
    from old: Generation, to next: Generation, _ upgrade: inout Upgrade?, _ gone: inout [Generation.Ending]
  ) throws(Refusal) -> Change? {
    try prepare(next)
    // One at a time: of two that are held each could wait for the other in its steps.
    gate.locked {
      while isHandingOver { gate.wait() }
      isHandingOver = true
    }
    defer {
      gate.locked {
        isHandingOver = false
        gate.wake()
      }
    }
    guard hold(old) else {
      abandon(next)
      return nil
    }
    var saved: Value?
    var isTouched = false
    do throws(Refusal) {
      let deadline = Deadline(after: settings.holdLimit).nanoseconds
      let steps = steps(of: old.name)
      let rests = steps.wait("until the calls of \(old.name) have ended") {
        Doing.end.of(old.name, { old.rest(until: deadline) })
      }
      guard rests else {
        if isClosed { throw .closed }
        throw .notNow(
          "still_busy", "calls of it were still under way after \(settings.holdLimit.inSeconds)",
          help: "refresh once they have ended")
      }
      do throws(Refusal) { try upgrade?.close() } catch { throw error.ofCode(of: next) }
      let state = steps.step("save") {
        old.run(.save, within: settings.stepLimit, late: { [self] in tellLate(old) })
      }
      switch state {
      case .success(let state): saved = state
      case .failure(let failure):
        throw .notNow("save_failed", "the one before did not save its state: \(failure.message)")
      }
      // In a host that was closed meanwhile no further step begins.
      if isClosed { throw .closed }
      isTouched = true
      try steps.step("restore") { () throws(Refusal) in try restore(next, saved ?? .null, of: old) }
      if isClosed { throw .closed }
      try finish(next, &upgrade)
    } catch {
      upgrade?.reopen()
      // What both can't own is let go of by the one before the other takes it again.
      if isTouched, next.state == .new { abandon(next) }
      takeBack(old, saved)
      if next.state == .new { abandon(next) }
      if isClosed { return nil }
      throw error
    }
    let (isIn, before) = steps(of: old.name).step("publish") { put(next) }
    old.decide(goesOn: false)
    if let before {
      before.takeOut()
      gone.append(before.beginEnd())
    }
    guard isIn else { return nil }
    next.takeUse(of: old)
    return Change(old.name, .replaced(generation: next.number))
  }

  /// A component that waits for its own calls to end can't be in one of them, nor in one of its observers.
  func checkNotInside(_ old: Generation) throws(Refusal) {
    let thread = ThreadState.current
    guard thread.runs(old) || thread.pointee.frame?.isInside(old) == true else { return }
    throw .notNow(
      "still_busy", "it can't be replaced from inside one of its own calls", help: "refresh once that has ended")
  }

  private func hold(_ generation: Generation) -> Bool {
    let isOurs = gate.locked {
      guard case .loaded(let now, _) = slots[generation.name], now === generation else { return false }
      slots[generation.name] = .held(generation)
      // What it lacks the next one may have.
      changeovers.begin()
      countChange()
      generation.hold()
      changeovers.end()
      return true
    }
    if isOurs { generation.barrier() }
    return isOurs
  }

  private func restore(_ next: Generation, _ state: Value, of old: Generation) throws(Refusal) {
    let refused: String
    if next.has(.restore) {
      guard case .failure(let failure) = next.run(.restore, with: ["state": state], within: settings.stepLimit) else {
        return
      }
      if let refusal = next.refusal(of: .restore, crashedBy: failure) { throw refusal }
      // It may come to its end at any time, or has not begun.
      if failure.code == .timedOut || failure.isOfThreads {
        throw .notNow("restore_failed", "it did not take the state over: \(failure.message)")
      }
      refused = failure.message
    } else {
      refused = "it restores none"
    }
    settings.report(
      Report(
        .stateLost,
        "generation \(next.number) of \(next.name) starts without the state of generation \(old.number): \(refused)"))
  }

  // The one before gets what it has saved, and goes on.
  private func takeBack(_ old: Generation, _ saved: Value?) {
    // Where the host is closed, or its process has ended, nothing goes on.
    if let saved, !isClosed, !old.isLost.load(ordering: .acquiring) {
      for (step, parameters) in [(LifeStep.Kind.restore, ["state": saved] as Fields), (.start, [:])] {
        let result = old.run(step, with: parameters, within: settings.stepLimit, evenHere: true)
        guard case .failure(let failure) = result else { continue }
        settings.report(
          Report(.stepFailed, "generation \(old.number) of \(old.name) goes on as well as it can: \(failure.message)"))
      }
    }
    let isLost = gate.locked {
      // The calls that were held are not let into a process that has ended.
      if old.isLost.load(ordering: .acquiring) { return true }
      old.resume()
      if case .held(let now) = slots[old.name], now === old {
        slots[old.name] = .loaded(old, refusedReplacement: nil)
      }
      wake(old.name)
      return false
    }
    old.decide(goesOn: !isLost)
    if isLost { return takeOut(lost: old, isHeld: true) }
    for pool in old.pools { pool.destroyOwedApart() }
    watchLoss(of: old)
  }

  /// The next generation, which is just being started.
  func next(_ generation: Generation) -> Generation? {
    gate.locked { starting[generation.name].flatMap { $0 === generation ? nil : $0 } }
  }

  // One that saves too late has let go of what it owned, and nobody took it.
  private func tellLate(_ old: Generation) {
    // One that was deferred is open still.
    if old.hasHolds { return }
    settings.report(
      Report(
        .stepFailed,
        "generation \(old.number) of \(old.name) ended its save too late: it goes on answering, "
          + "and what it closed for the save, and did not open again, stays closed until it is replaced"))
  }

  /// Whether calls may be under way of an earlier generation, within which others belong to that. Under the gate.
  func followsAny(_ generation: Generation) -> Bool {
    unretired(generation.name).contains { $0 !== generation && $0.mayHaveCalls }
  }

  /// Lets the present generation of a component take its calls at once where no call is under way of an earlier one.
  func settle(_ name: String) {
    gate.locked {
      guard let now = slots[name]?.generation, now.follows.load(ordering: .acquiring) else { return }
      if !followsAny(now) { now.lead() }
    }
  }

  // What is left of a component's generations where those before the first one that is not retired are not looked at: as a
  // rule there are many. Under the gate.
  func unretired(_ name: String) -> ArraySlice<Generation> {
    let all = generations[name] ?? []
    var count = retired[name] ?? 0
    while count < all.count, all[count].state == .retired { count += 1 }
    retired[name] = count
    return all[count...]
  }
}

extension Refusal {
  // What may go another way the next time.
  fileprivate static func notNow(_ reason: String, _ message: String, help: String? = nil) -> Refusal {
    var refusal = Refusal(reason, message, help: help)
    refusal.retry = .whenCallsEnd
    return refusal
  }
}
