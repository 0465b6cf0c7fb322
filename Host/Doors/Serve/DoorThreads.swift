import ComponentKit
import Glibc
import Synchronization

/// The threads of a door: one leads, the others run calls that take their time, or wait.
///
/// The leader runs a call itself, on the spot: most are over sooner than another thread would be awake. Where that
/// takes longer than a moment, a spare thread takes over the lead. A call of an action that is known to take its time,
/// or that is not known at all, is run once the lead was handed over. So a call that is quick costs no hand-over, and
/// one that is slow delays nobody by more than that moment.
final class DoorThreads: @unchecked Sendable {
  // Sendable: what changes is atomic, touched under the gate only, or set before there are threads; a spare has a gate of
  // its own.
  private let gate = Gate()
  /// How many calls may have a thread at once, besides the leader.
  let limit: Int
  private var spares: [Spare] = []
  private var count = 0
  private var isOver = false
  // Calls that wait for a thread.
  private var waiting: [any PlacedCall] = []
  // How many calls have a thread. Changed under the gate; those that the leader runs on the spot don't count.
  private let running = Atomic(0)
  // Since when the leader runs a call on the spot, and of what; 0 where it runs none. Whoever brings it back to 0
  // leads.
  private let turn = Atomic<Int64>(0)
  private let turnShare = Atomic<Unmanaged<TargetShare>?>(nil)
  private let turns = Atomic(0)
  // The thread that watches the leader sleeps while there is nothing to watch.
  private let isAsleep = Atomic(false)
  private let spawn: @Sendable (@escaping @Sendable () -> Void) -> Bool

  /// What a thread is woken for.
  enum Mission {
    case lead
    /// To lead, if the leader still runs the call that it ran at that time.
    case takeOver(Int64)
    case run(any PlacedCall)
    case giveUp(Cancellation)
  }

  private final class Spare {
    let gate = Gate()
    var mission: Mission?
    var isDismissed = false
  }

  /// How long the leader may run a call before another thread takes over.
  static let moment: Int64 = 1_000_000
  /// How many threads stay that have nothing to do, and how long the others do.
  private static let spareCount = 4
  private static let patience = Duration.seconds(10)

  init(limit: Int, spawn: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = Spawned.run) {
    self.limit = max(1, limit)
    self.spawn = spawn
  }

  // MARK: the leader's own calls

  /// The leader runs a call on the spot from now on; what it gets is for `endTurn`. Nil where it must not: all threads
  /// have a call, or the target's share of them is used up.
  @inline(__always)
  func beginTurn(_ share: TargetShare, at now: Int64) -> Bool {
    guard running.load(ordering: .relaxed) < limit, share.threads.load(ordering: .relaxed) < share.threadLimit else {
      return false
    }
    turnShare.store(Unmanaged.passUnretained(share), ordering: .relaxed)
    turns.wrappingAdd(1, ordering: .relaxed)
    turn.store(now, ordering: .sequentiallyConsistent)
    if isAsleep.load(ordering: .sequentiallyConsistent) { wakeWatch() }
    return true
  }

  /// Whether it still leads. Where it does not, its call counts as one that has a thread.
  @inline(__always)
  func endTurn(_ began: Int64) -> Bool {
    turn.compareExchange(expected: began, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }

  // MARK: calls with a thread

  /// What becomes of a call that is not for the leader to run.
  enum Place {
    /// This thread runs it, and leads no more.
    case here
    /// It waits until a thread has time for it.
    case queue
    /// No thread is to be had.
    case nowhere
  }

  /// Finds a thread for a call. The leader asks, and runs it itself only if another one leads from now on.
  func place(_ call: any PlacedCall) -> Place {
    let share = call.share
    let (hasRoom, spare) = gate.locked { () -> (Bool, Spare?) in
      guard running.load(ordering: .relaxed) < limit, share.threads.load(ordering: .relaxed) < share.threadLimit else {
        waiting.append(call)
        return (false, nil)
      }
      count(share, 1)
      return (true, spares.popLast())
    }
    guard hasRoom else { return .queue }
    if give(.lead, to: spare) { return .here }
    gate.locked { count(share, -1) }
    return .nowhere
  }

  /// A call that had a thread has left it.
  func leave(_ share: TargetShare) { gate.locked { count(share, -1) } }

  // Under the gate.
  private func count(_ share: TargetShare, _ change: Int) {
    running.wrappingAdd(change, ordering: .relaxed)
    share.threads.wrappingAdd(change, ordering: .relaxed)
  }

  /// A call that waits for a thread is not to be run any more; false where it does not wait.
  func takeBack(_ call: any PlacedCall) -> Bool {
    gate.locked {
      guard let place = waiting.firstIndex(where: { $0 === call }) else { return false }
      waiting.remove(at: place)
      return true
    }
  }

  // The first one whose target has threads left. Under the gate.
  private func nextWaiting() -> (any PlacedCall)? {
    guard running.load(ordering: .relaxed) < limit else { return nil }
    guard
      let place = waiting.firstIndex(where: { $0.share.threads.load(ordering: .relaxed) < $0.share.threadLimit })
    else { return nil }
    let call = waiting.remove(at: place)
    count(call.share, 1)
    return call
  }

  /// Gives calls up, on a thread for that: what hears of it is a component's code, which need not return.
  func giveUp(by cancellation: Cancellation) {
    if !give(.giveUp(cancellation), to: gate.locked { spares.popLast() }) { cancellation.cancel() }
  }

  // MARK: threads

  /// Starts the leader, and the thread that watches it; false where the system has no threads left.
  func start(_ work: @escaping @Sendable (Mission, ServingThread) -> Void) -> Bool {
    self.work = work
    guard give(.lead, to: nil) else { return false }
    return spawn { self.watch() }
  }

  private var work: @Sendable (Mission, ServingThread) -> Void = { _, _ in }

  // False where there is no thread for it.
  private func give(_ mission: Mission, to spare: Spare?) -> Bool {
    if let spare {
      spare.gate.locked {
        spare.mission = mission
        spare.gate.wakeOne()
      }
      return true
    }
    gate.locked { count += 1 }
    if spawn({ self.live(mission) }) { return true }
    gate.locked { count -= 1 }
    return false
  }

  private func live(_ first: Mission) {
    let thread = ServingThread()
    let spare = Spare()
    var mission = first
    while true {
      begin(mission, thread)
      thread.tidyUp()
      guard let next = nextMission(spare) else { return }
      mission = next
    }
  }

  private func begin(_ mission: Mission, _ thread: ServingThread) {
    guard case .takeOver(let began) = mission else { return work(mission, thread) }
    let share = turnShare.load(ordering: .relaxed)
    // The call that goes on has a thread of its own from now on. It is counted first: once it has lost the lead it may
    // end.
    guard let share else { return }
    share._withUnsafeGuaranteedRef { share in gate.locked { count(share, 1) } }
    if endTurn(began) { return work(.lead, thread) }
    share._withUnsafeGuaranteedRef { share in gate.locked { count(share, -1) } }
  }

  // What it does next; nil where it is to end.
  private func nextMission(_ spare: Spare) -> Mission? {
    let (call, others, isEnd) = gate.locked { () -> ((any PlacedCall)?, [(any PlacedCall, Spare?)], Bool) in
      if let call = nextWaiting() {
        var others: [(any PlacedCall, Spare?)] = []
        while let other = nextWaiting() { others.append((other, spares.popLast())) }
        return (call, others, false)
      }
      spare.mission = nil
      if isOver {
        count -= 1
        gate.wake()
        return (nil, [], true)
      }
      spares.append(spare)
      return (nil, [], false)
    }
    if isEnd { return nil }
    for (other, spare) in others where !give(.run(other), to: spare) {
      gate.locked {
        count(other.share, -1)
        waiting.insert(other, at: 0)
      }
    }
    if let call { return .run(call) }
    while true {
      let deadline = Clock.moment(after: DoorThreads.patience)
      let mission = spare.gate.locked { () -> Mission? in
        while spare.mission == nil, !spare.isDismissed {
          if !spare.gate.wait(until: deadline) { break }
        }
        return spare.mission
      }
      if let mission { return mission }
      // The thread that takes it out of the list gives it a mission.
      let ends = gate.locked { () -> Bool in
        guard let place = spares.firstIndex(where: { $0 === spare }) else { return isOver }
        guard isOver || spares.count > DoorThreads.spareCount else { return false }
        spares.remove(at: place)
        return true
      }
      if ends {
        gate.locked {
          count -= 1
          gate.wake()
        }
        return nil
      }
    }
  }

  /// No thread waits for a mission any more; those that have one end behind it. Waits until they have ended, except for
  /// those that run calls which do not return.
  func end(until deadline: Int64) {
    let idle = gate.locked {
      isOver = true
      waiting = []
      return spares
    }
    for spare in idle {
      spare.gate.locked {
        spare.isDismissed = true
        spare.gate.wakeOne()
      }
    }
    wakeWatch()
    gate.locked { while count > 0, gate.wait(until: deadline) {} }
  }

  // MARK: the watch

  // Looks at the leader twice in a moment, while there is something to see.
  private func watch() {
    var seen = 0
    var quiet = 0
    var asked: (began: Int64, at: Int64) = (0, 0)
    while !gate.locked({ isOver }) {
      let began = turn.load(ordering: .acquiring)
      let now = Clock.now
      if began != 0, now - began > DoorThreads.moment, asked.began != began || now - asked.at > 20 * DoorThreads.moment
      {
        asked = (began, now)
        _ = give(.takeOver(began), to: gate.locked { spares.popLast() })
      }
      let count = turns.load(ordering: .relaxed)
      quiet = count == seen && began == 0 ? quiet + 1 : 0
      seen = count
      if quiet > 100 {
        sleep()
        quiet = 0
      } else {
        pause()
      }
    }
  }

  private func pause() {
    var time = timespec(tv_sec: 0, tv_nsec: Int(DoorThreads.moment / 2))
    nanosleep(&time, nil)
  }

  // Until the leader runs a call again.
  private func sleep() {
    gate.locked {
      isAsleep.store(true, ordering: .sequentiallyConsistent)
      while isAsleep.load(ordering: .relaxed), turn.load(ordering: .sequentiallyConsistent) == 0, !isOver {
        _ = gate.wait()
      }
      isAsleep.store(false, ordering: .relaxed)
    }
  }

  @inline(never)
  private func wakeWatch() {
    gate.locked {
      isAsleep.store(false, ordering: .relaxed)
      gate.wake()
    }
  }
}
