import ComponentABI
import ComponentKit

/// One observer at work: what waits for it, and who runs it.
///
/// A component's observer runs in one of the thread's slots, as its functions do: the component is not shut down meanwhile,
/// and once that is decided the observer does not run any more. The lock is never held while it runs.
final class Observation: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only; the context is the observer's own, which hears on any thread.
  let topics: [Topic]
  private let seat: UnsafePointer<Seat>
  private let heard: Heard
  private let context: UnsafeMutableRawPointer?
  private let release: Staging.Release

  private let gate = Gate()
  private var waiting: NoticeQueue
  /// Whether it is in the herald's hands.
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

  init(_ observer: Observer, _ topics: [Topic], of seat: UnsafePointer<Seat>) {
    self.topics = topics
    self.seat = seat
    heard = observer.heard
    context = observer.context
    release = observer.release
    waiting = NoticeQueue(limit: observer.limit)
  }

  /// As its owner knows it, who holds it until `end_observation`.
  func handOut() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// Takes an event into the queue, and wakes the observer if it sleeps.
  func take(_ block: EventBlock) {
    let wakes = gate.locked {
      if isEnded { return false }
      waiting.append(block)
      if isAwake { return false }
      isAwake = true
      return true
    }
    if wakes { events.herald.wake(self) }
  }

  /// Hears nothing any more. The context is given back, here or by the thread on which the observer just runs.
  func end() {
    let (isFirst, isIdle) = gate.locked {
      defer { isEnded = true }
      waiting.removeAll()
      return (!isEnded, !isHearing)
    }
    guard isFirst else { return }
    events.remove(self)
    generation?.observations.remove(self)
    if isIdle { release?(context) }
  }

  /// Has the observer hear all that waits for it, until there is nothing more.
  func hearAll() { while hearNext() {} }

  private func hearNext() -> Bool {
    guard let generation else { return hear() }
    let thread = ThreadState.current
    let slot = thread.pointee.slot
    while !thread.enter(generation.functions, in: slot, fences: seat.pointee.core.pointee.fences) {
      // Who decides about them does not see this observer, and has ended it before.
      if generation.areFunctionsOver { return false }
    }
    defer { thread.leave(slot) }
    return Doing.hear.of(generation.name) { hear() }
  }

  private func hear() -> Bool {
    let next = gate.locked {
      let next = isEnded ? nil : waiting.next()
      isHearing = next != nil
      isAwake = isHearing
      return next
    }
    guard let next else { return false }
    var notice = component_notice(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_notice>.size), event: next.block.event,
      value: next.block.value, lost: next.lost)
    withExtendedLifetime(next.block) { heard(context, &notice) }
    let isOver = gate.locked {
      isHearing = false
      return isEnded
    }
    if isOver { release?(context) }
    return !isOver
  }

  /// Of the component that observes; nil for the program.
  var generation: Generation? { seat.pointee.generation?.takeUnretainedValue() }
  private var events: Events { seat.pointee.core.pointee.host.takeUnretainedValue().events }
}
