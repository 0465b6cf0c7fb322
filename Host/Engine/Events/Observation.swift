import ComponentABI
import ComponentKit

/// One observer at work: what waits for it, and who runs it.
///
/// A component's observer runs in one of the thread's slots, as its functions do: the component is not shut down meanwhile,
/// and once that is decided the observer does not run any more. The lock is never held while it runs.
///
/// What a component has registered goes on in its next generation: another observer takes the place of the one before, and
/// what waits goes to it, so that nothing is heard twice or by nobody. It begins at once, beside what the one before is just
/// in, because that may never return.
final class Observation: CrewJob, @unchecked Sendable {
  // Sendable: what changes is touched under the gate only; a context is its observer's own, which hears on any thread.
  let topics: [Topic]
  /// Whether it hears of what is to be told on other hosts, and of nothing that was told by one.
  let isRelay: Bool

  private let gate = Gate()
  private var hearer: Hearer
  private var waiting: NoticeQueue
  private var isEnded = false

  typealias Heard = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<component_notice>) -> Void

  /// What a component says of an observer, checked.
  struct Observer {
    let events: [String]
    let limit: Int
    let heard: Heard
    let context: UnsafeMutableRawPointer?
    /// Nil where the context is given back with all that the component registered.
    var release: Staging.Release
  }

  // An observer, and whose it is. One thread at a time runs it.
  private final class Hearer: @unchecked Sendable {
    // Sendable: what changes is touched under the observation's gate only; seats are never freed, and an observer's
    // context is its own: it hears on any thread, and may be given back on any.
    let observer: Observer
    let seat: UnsafePointer<Seat>
    /// Whether the crew has it, until it has found that there is nothing more.
    var isAwake = false
    /// Whether a thread of the crew's has begun with it.
    var hasThread = false
    /// Whether the observer just runs, or is about to.
    var isHearing = false

    init(_ observer: Observer, of seat: UnsafePointer<Seat>) { (self.observer, self.seat) = (observer, seat) }

    var generation: Generation? { seat.pointee.generation?.takeUnretainedValue() }
    var events: Events { seat.pointee.core.pointee.host.takeUnretainedValue().events }
    func giveBack() { observer.release?(observer.context) }
  }

  init(_ observer: Observer, _ topics: [Topic], of seat: UnsafePointer<Seat>, isRelay: Bool = false) {
    (self.topics, self.isRelay) = (topics, isRelay)
    hearer = Hearer(observer, of: seat)
    waiting = NoticeQueue(limit: observer.limit)
  }

  /// As its owner knows it, who holds it until `end_observation`.
  func handOut() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// Takes an event into the queue, and wakes the observer if it sleeps.
  func take(_ block: EventBlock) {
    let (crew, isWaiting) = gate.locked { () -> (Crew?, Bool) in
      if isEnded { return (nil, false) }
      waiting.append(block)
      if hearer.isHearing { return (nil, false) }
      let isWaiting = hearer.isAwake
      hearer.isAwake = true
      return (hearer.events.crew, isWaiting)
    }
    guard let crew else { return }
    if isWaiting { crew.nudge() } else { crew.bring(self) }
  }

  /// From now on another observer of the same events hears, and what waits first. The one before ends with what it is just in;
  /// its context is given back by its owner.
  func pass(to observer: Observer, of seat: UnsafePointer<Seat>) {
    let crew = gate.locked { () -> Crew? in
      hearer = Hearer(observer, of: seat)
      waiting.limit = observer.limit
      if isEnded || waiting.count == 0 { return nil }
      hearer.isAwake = true
      return hearer.events.crew
    }
    crew?.bring(self)
  }

  /// How many events wait, or are just heard.
  var unheard: Int { gate.locked { waiting.count + (hearer.isHearing ? 1 : 0) } }

  /// Hears nothing any more. The context is given back, here or by the thread on which the observer just runs.
  func end() { stop()?() }

  /// The same, but what gives the context back is left to the caller: it is the component's code.
  func stop() -> (@Sendable () -> Void)? {
    let (isFirst, isIdle) = gate.locked {
      defer { isEnded = true }
      waiting.removeAll()
      return (!isEnded, !self.hearer.isHearing)
    }
    guard isFirst else { return nil }
    let hearer = gate.locked { self.hearer }
    hearer.events.remove(self)
    hearer.generation?.observations.remove(self)
    guard isIdle else { return nil }
    return { hearer.giveBack() }
  }

  /// Has the observer hear all that waits for it, until there is nothing more.
  func work() {
    // Another thread may have begun with it, which was woken for the one before.
    let begun = gate.locked { () -> Hearer? in
      if hearer.hasThread { return nil }
      hearer.hasThread = true
      return hearer
    }
    guard let begun else { return }
    while hearNext(begun) {}
  }

  // False where there is nothing more, or not for this one.
  private func hearNext(_ hearer: Hearer) -> Bool {
    guard let generation = hearer.generation else { return hear(hearer) }
    // What waits goes to the next generation: hearing all of it would keep that waiting.
    if generation.givesWay {
      if gate.locked({ isEnded }) { return false }
      generation.waitForDecision()
      return true
    }
    let thread = ThreadState.current
    let slot = thread.pointee.slot
    while !thread.enter(generation.functions, in: slot, fences: hearer.seat.pointee.core.pointee.fences) {
      // The end of the functions is decided without a look at this observer, which was ended before, or gave way to another
      // generation's.
      if generation.areFunctionsOver { return false }
    }
    defer { thread.leave(slot) }
    return Doing.hear.of(generation.name) { hear(hearer) }
  }

  private struct Next {
    let block: EventBlock
    let lost: UInt64
  }

  private func next(for hearer: Hearer) -> Next? {
    gate.locked { () -> Next? in
      // What waits is another one's.
      if self.hearer !== hearer { return nil }
      let next = isEnded ? nil : waiting.next()
      hearer.isHearing = next != nil
      (hearer.isAwake, hearer.hasThread) = (hearer.isHearing, hearer.isHearing)
      return next.map { Next(block: $0.block, lost: $0.lost) }
    }
  }

  private func hear(_ hearer: Hearer) -> Bool {
    guard let next = next(for: hearer) else { return false }
    var notice = component_notice(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_notice>.size), event: next.block.event,
      value: next.block.value, lost: next.lost)
    withExtendedLifetime(next) { hearer.observer.heard(hearer.observer.context, &notice) }
    let isOver = gate.locked {
      hearer.isHearing = false
      return isEnded && self.hearer === hearer
    }
    if isOver { hearer.giveBack() }
    return !isOver
  }

  /// Of the component that observes; nil for the program.
  var generation: Generation? { gate.locked { hearer }.generation }
}
