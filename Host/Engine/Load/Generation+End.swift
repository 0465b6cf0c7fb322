import ComponentKit
import Glibc
import HostNative
import Synchronization

// How a generation is taken out and comes to its end.
extension Generation {
  /// No call begins any more after this, but of its functions; those under way go on.
  func takeOut() {
    openness.locked {
      drain()
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

  /// Whether deferred calls are open, or something else of it is held.
  var hasHolds: Bool { released.load(ordering: .acquiring) != held.load(ordering: .acquiring) }

  private var runs: Bool {
    ThreadState.anyRuns { $0.pointee.generation.toOpaque() == Unmanaged.passUnretained(self).toOpaque() }
  }

  /// How many calls are under way, and what else keeps it from being shut down.
  var callCount: Int {
    let open = held.load(ordering: .acquiring) - released.load(ordering: .acquiring)
    return max(open, 0)
      + ThreadState.countRunning { $0.pointee.generation.toOpaque() == Unmanaged.passUnretained(self).toOpaque() }
  }

  /// Takes the component out and shuts it down.
  ///
  /// - Parameter limit: how long to wait for it where nothing is under way; nil for not at all.
  func retire(waiting limit: Duration? = nil) {
    takeOut()
    beginEnd().wait(limit)
  }

  /// Shuts the component down once its calls have ended, on a thread of its own. It is taken out before.
  ///
  /// - Parameter deadline: until when that thread waits for them itself; 0 for not at all.
  func beginEnd(until deadline: Int64 = 0) -> Ending {
    let given = observations.stop()
    return Ending(
      generation: self, given: given,
      told: Worker.begin(by: host.settings.spawn) { [self] tell in
        for giveBack in given { giveBack() }
        let isOver = shutDownWhenIdle(until: deadline)
        tell()
        if !isOver { host.loader.drain.add(self) }
      })
  }

  /// A component on its way out.
  struct Ending {
    fileprivate let generation: Generation
    // Gives its observers' contexts back.
    fileprivate let given: [@Sendable () -> Void]
    // Nil where the system has no thread left.
    fileprivate let told: Worker.Told?

    /// Waits until it is shut down, where nothing of it is under way.
    ///
    /// - Parameter limit: for how long; nil for not at all.
    func wait(_ limit: Duration?) {
      guard let told else {
        for giveBack in given { giveBack() }
        if !generation.shutDownWhenIdle(until: 0) { generation.host.loader.drain.add(generation) }
        return
      }
      guard let limit else { return }
      let isTold = generation.host.loader.steps(of: generation.name).wait("until \(generation.name) is shut down") {
        Doing.shutDown.of(generation.name) { told.wait(until: Deadline(after: limit).nanoseconds) }
      }
      if isTold { return }
      if generation.state == .draining, !generation.isBusy {
        generation.report(.stepFailed, "\(generation.name) does not shut down")
      }
    }

    /// The same for a host that is closed, where it is said as well that its calls go on.
    ///
    /// - Parameter limit: how long it may take behind them.
    func waitForClose(until deadline: Int64, _ limit: Duration) {
      let (last, isEndless) = deadline.addingReportingOverflow(limit.nanoseconds)
      let isTold = told?.wait(until: isEndless ? .max : last)
      if isTold == nil {
        for giveBack in given { giveBack() }
        if !generation.shutDownWhenIdle(until: deadline) { generation.host.loader.drain.add(generation) }
      }
      if generation.state == .retired { return }
      if isTold == false || generation.isShutDown.load(ordering: .acquiring) {
        generation.report(.stepFailed, "\(generation.name) does not shut down")
      } else if !generation.hasAnswered.load(ordering: .acquiring) {
        generation.report(.stillBusy, "\(generation.name) is still starting: it is shut down when that has ended")
      } else {
        generation.report(
          .stillBusy, "\(generation.name) still has calls under way: it is shut down when they have ended")
      }
    }
  }

  func sayThatItTakesLong() {
    report(
      .stillBusy,
      "generation \(number) of \(name) was taken out, and still has calls under way after "
        + "\(host.settings.drainLimit.inSeconds): it is shut down when they have ended")
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
  func shutDownIfIdle() -> Bool {
    guard endFunctions() else { return false }
    host.loader.settle(name)
    Doing.shutDown.of(name) { for pool in pools { pool.drop() } }
    // Another thread may just be destroying an instance.
    if isBusy { return false }
    shutDown()
    // Another thread may just be shutting it down.
    return state == .retired
  }

  /// Has nothing of it be called any more on any way, its functions neither, if nothing of it is under way; `between` is
  /// run while that is not decided.
  ///
  /// To see what is under way all ways have to be closed for a moment. Who meets one then waits for the decision.
  func endFunctions(_ between: () -> Void = {}) -> Bool {
    decision.locked {
      if isResting { return false }
      return isEnding.load(ordering: .acquiring) || stop(isEnd: true, between)
    }
  }

  // Under the gate.
  private func stop(isEnd: Bool, _ between: () -> Void = {}) -> Bool {
    if isBusy { return false }
    let live = functions.pointee.isLive.exchange(false, ordering: .acquiringAndReleasing)
    if isEnd { isEnding.store(true, ordering: .releasing) } else { isPausing.store(true, ordering: .releasing) }
    barrier()
    between()
    let goesOn = isBusy
    if goesOn {
      functions.pointee.isLive.store(live, ordering: .releasing)
      if isEnd { isEnding.store(false, ordering: .releasing) } else { isPausing.store(false, ordering: .releasing) }
    }
    return !goesOn
  }

  /// Whether no call begins any more of it, within whatever call; who asks while that is being decided waits.
  var hasEnded: Bool { decision.locked { isEnding.load(ordering: .acquiring) } }

  /// Whether nothing of it is under way but its own steps.
  var rests: Bool { decision.locked { isResting } }

  /// The same until it is decided whether it goes on, for which whoever invokes one waits.
  func restFunctions(_ between: () -> Void = {}) -> Bool {
    decision.locked {
      guard functions.pointee.isLive.load(ordering: .acquiring) else { return false }
      isResting = stop(isEnd: false, between)
      return isResting
    }
  }

  /// Its functions go on, or are over.
  func decide(goesOn: Bool) {
    decision.locked {
      if isResting, goesOn { functions.pointee.isLive.store(true, ordering: .releasing) }
      if !goesOn { hasHandedOver.store(true, ordering: .releasing) }
      isResting = false
      isPausing.store(false, ordering: .releasing)
      decision.wake()
    }
  }

  /// Waits a moment for what becomes of a hand-over.
  func waitForDecision() {
    decision.locked { _ = decision.wait(until: Deadline(after: .milliseconds(5)).nanoseconds) }
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
      // It would let go of what others own, where it did not start.
      if !has(.start) || !host.settings.describesOnly { about.shutdown?(about.context) }
      staging.release()
    }
    state = .retired
    // What never answered was told to be refused.
    if hasAnswered.load(ordering: .acquiring) { host.events.tell(.retired, name, generation: number) }
  }
}
