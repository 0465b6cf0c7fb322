import ComponentKit
import Glibc
import HostNative
import Synchronization

// How a generation is taken out and comes to its end.
extension Generation {
  /// No call begins any more after this, but of its functions; those under way go on.
  func takeOut() {
    openness.locked {
      state = .draining
      entries.open(false)
      steps.open(false)
    }
    barrier()
  }

  // After the barrier every call is on one of two sides: it has published its entry, which a look at the slots now
  // finds, or it will find the entry dead.
  func barrier() { if host_barrier_all_threads() == 0 { host_fence() } }

  /// Whether some call is still under way. Only meaningful after `takeOut`.
  var isBusy: Bool { isBusy {} }

  /// Whether some call is still under way; `between` is run between one look and the next.
  ///
  /// Running calls are looked at before and after the holds. A running call may defer, and while it is open another
  /// call may begin, so a call can move from one place to the other during the look; a hold that was taken meanwhile
  /// counts as well.
  func isBusy(_ between: () -> Void) -> Bool {
    let held = held.load(ordering: .acquiring)
    if runs { return true }
    between()
    if released.load(ordering: .acquiring) != held { return true }
    between()
    return runs || self.held.load(ordering: .acquiring) != held
  }

  private var runs: Bool {
    ThreadState.anyRuns { $0.pointee.generation.toOpaque() == Unmanaged.passUnretained(self).toOpaque() }
  }

  /// Gives back what it handed over, where it never came to be the component.
  func discard() { staging.release() }

  /// Takes the component out and shuts it down, as `shutDownSoon` does.
  func retire(waiting limit: Duration? = nil) {
    takeOut()
    shutDownSoon(waiting: limit)
  }

  /// How many calls are under way, and what else keeps it from being shut down.
  var callCount: Int {
    let open = held.load(ordering: .acquiring) - released.load(ordering: .acquiring)
    return max(open, 0)
      + ThreadState.countRunning { $0.pointee.generation.toOpaque() == Unmanaged.passUnretained(self).toOpaque() }
  }

  /// Shuts the component down once its calls have ended, on a thread of its own. It is taken out before.
  ///
  /// - Parameter limit: how long to wait for it where nothing is under way; nil for not at all.
  func shutDownSoon(waiting limit: Duration? = nil) {
    observations.end()
    let deadline = limit.map { Deadline(after: $0).nanoseconds } ?? 0
    let isOver = Worker.run(until: deadline) { [self] tell in
      let isOver = shutDownIfIdle()
      tell()
      if !isOver { drain() }
    }
    if !isOver, limit != nil, state == .draining, !isBusy { report(.stepFailed, "\(name) does not shut down") }
  }

  // Waits for its calls, however long they take; where that is too long it is said once.
  private func drain() {
    let limit = host.settings.drainLimit
    if shutDownWhenIdle(until: Deadline(after: limit).nanoseconds) { return }
    report(
      .stillBusy,
      "generation \(number) of \(name) was taken out, and still has calls under way after \(limit.inSeconds): "
        + "it is shut down when they have ended")
    _ = shutDownWhenIdle(until: .max)
  }

  private func report(_ kind: Report.Kind, _ message: String) { host.settings.report(Report(kind, message)) }

  /// False if the calls did not end in time; the component is then left as it is.
  func shutDownWhenIdle(until deadline: Int64) -> Bool {
    observations.end()
    var pause: UInt32 = 100
    while !shutDownIfIdle() {
      if Deadline.now > deadline { return false }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
    return true
  }

  /// Shuts the component down, unless something of it is under way.
  ///
  /// A call that is under way may wait for one of the component's functions, so these are called until the last call
  /// has ended.
  private func shutDownIfIdle() -> Bool {
    guard endFunctions() else { return false }
    Doing.shutDown.of(name) { for pool in pools { pool.drop() } }
    // Another thread may just be destroying an instance.
    if isBusy { return false }
    shutDown()
    return true
  }

  /// Has none of its functions be called any more, if nothing of it is under way; `between` is run while that is not
  /// decided.
  ///
  /// To see what is under way they have to be dead for a moment. Who meets one then waits for the decision.
  func endFunctions(_ between: () -> Void = {}) -> Bool {
    decision.locked {
      if isResting { return false }
      guard functions.pointee.isLive.load(ordering: .acquiring) else { return true }
      return stopFunctions(between)
    }
  }

  // Under the gate.
  private func stopFunctions(_ between: () -> Void = {}) -> Bool {
    if isBusy { return false }
    functions.pointee.isLive.store(false, ordering: .releasing)
    barrier()
    between()
    let goesOn = isBusy
    if goesOn { functions.pointee.isLive.store(true, ordering: .releasing) }
    return !goesOn
  }

  /// The same until it is decided whether it goes on, for which whoever invokes one waits.
  func restFunctions() -> Bool {
    decision.locked {
      guard functions.pointee.isLive.load(ordering: .acquiring) else { return false }
      isResting = stopFunctions()
      return isResting
    }
  }

  /// Its functions go on, or are over.
  func decide(goesOn: Bool) {
    decision.locked {
      if isResting, goesOn { functions.pointee.isLive.store(true, ordering: .releasing) }
      isResting = false
      decision.wake()
    }
  }

  /// Whether its functions are over for good, for who has found them dead.
  func areFunctionsOver(_ patience: Patience) throws(Failure) -> Bool {
    try patience.wait(at: decision, late: Failure.loadBusy) {
      isResting ? nil : !functions.pointee.isLive.load(ordering: .acquiring)
    }
  }

  /// The same for the host's own threads, which wait until that is decided.
  var areFunctionsOver: Bool {
    decision.locked {
      while isResting { decision.wait() }
      return !functions.pointee.isLive.load(ordering: .acquiring)
    }
  }

  private func shutDown() {
    guard isShutDown.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else {
      return
    }
    Doing.shutDown.of(name) {
      about.shutdown?(about.context)
      staging.release()
    }
    state = .retired
    host.events.tell(.retired, name, generation: number)
    host.loader.settle(name)
  }
}
