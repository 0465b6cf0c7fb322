import ComponentABI
import ComponentKit

/// One observer at work: what waits for it, and who runs it.
///
/// A component's observer runs in one of the thread's slots, as its functions do: the component is not shut down meanwhile,
/// and once that is decided the observer does not run any more. The lock is never held while it runs.
///
/// What a component has registered goes on in its next generation: another observer takes the place of the one before, and
/// what waits goes to it, so that nothing is heard twice or by nobody.
final class Observation: CrewJob, @unchecked Sendable {
  // Sendable: what changes is touched under the gate only; a context is its observer's own, which hears on any thread.
  let topics: [Topic]

  private let gate = Gate()
  private var hearer: Hearer
  private var waiting: NoticeQueue
  /// Whether the crew has it, until it has found that there is nothing more.
  private var isAwake = false
  /// Whether the observer just runs, or is about to.
  private var isHearing = false
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

  // An observer, and whose it is.
  private struct Hearer: @unchecked Sendable {
    // Sendable: seats are never freed, and an observer's context may be given back on any thread.
    let observer: Observer
    let seat: UnsafePointer<Seat>
    var generation: Generation? { seat.pointee.generation?.takeUnretainedValue() }
    var events: Events { seat.pointee.core.pointee.host.takeUnretainedValue().events }
    func giveBack() { observer.release?(observer.context) }
  }

  init(_ observer: Observer, _ topics: [Topic], of seat: UnsafePointer<Seat>) {
    self.topics = topics
    hearer = Hearer(observer: observer, seat: seat)
    waiting = NoticeQueue(limit: observer.limit)
  }

  /// As its owner knows it, who holds it until `end_observation`.
  func handOut() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// Takes an event into the queue, and wakes the observer if it sleeps.
  func take(_ block: EventBlock) {
    let (crew, isWaiting) = gate.locked { () -> (Crew?, Bool) in
      if isEnded { return (nil, false) }
      waiting.append(block)
      if isHearing { return (nil, false) }
      let isWaiting = isAwake
      isAwake = true
      return (hearer.events.crew, isWaiting)
    }
    guard let crew else { return }
    if isWaiting { crew.nudge() } else { crew.bring(self) }
  }

  /// From now on another observer of the same events hears, after what the one before just hears. Its context is given back
  /// by its owner.
  func pass(to observer: Observer, of seat: UnsafePointer<Seat>) {
    gate.locked {
      hearer = Hearer(observer: observer, seat: seat)
      waiting.limit = observer.limit
    }
  }

  /// Hears nothing any more. The context is given back, here or by the thread on which the observer just runs.
  func end() { stop()?() }

  /// The same, but what gives the context back is left to the caller: it is the component's code.
  func stop() -> (@Sendable () -> Void)? {
    let (isFirst, isIdle) = gate.locked {
      defer { isEnded = true }
      waiting.removeAll()
      return (!isEnded, !isHearing)
    }
    guard isFirst else { return nil }
    let hearer = gate.locked { self.hearer }
    hearer.events.remove(self)
    hearer.generation?.observations.remove(self)
    guard isIdle else { return nil }
    return { hearer.giveBack() }
  }

  /// Has the observer hear all that waits for it, until there is nothing more.
  func work() { while hearNext() {} }

  private func hearNext() -> Bool {
    let hearer = gate.locked { self.hearer }
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
      // The end of the functions is decided without a look at this observer, which was ended before, or given to another
      // generation.
      if generation.areFunctionsOver { return gate.locked { self.hearer.seat != hearer.seat } }
    }
    defer { thread.leave(slot) }
    return Doing.hear.of(generation.name) { hear(hearer) }
  }

  private enum Next {
    case nothing, notMine
    case event(EventBlock, lost: UInt64)
  }

  private func next(for hearer: Hearer) -> Next {
    gate.locked {
      if self.hearer.seat != hearer.seat { return .notMine }
      let next = isEnded ? nil : waiting.next()
      isHearing = next != nil
      isAwake = isHearing
      if let next { return .event(next.block, lost: next.lost) }
      return .nothing
    }
  }

  // False where there is nothing more.
  private func hear(_ hearer: Hearer) -> Bool {
    let next = next(for: hearer)
    guard case .event(let block, let lost) = next else {
      if case .notMine = next { return true }
      return false
    }
    var notice = component_notice(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_notice>.size), event: block.event,
      value: block.value, lost: lost)
    withExtendedLifetime(block) { hearer.observer.heard(hearer.observer.context, &notice) }
    let isOver = gate.locked {
      isHearing = false
      return isEnded
    }
    if isOver { hearer.giveBack() }
    return !isOver
  }

  /// Of the component that observes; nil for the program.
  var generation: Generation? { gate.locked { hearer }.generation }
}
