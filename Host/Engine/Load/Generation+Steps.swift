import ComponentABI
import ComponentKit
import Glibc
import Synchronization

// What a component does besides answering calls, when the host asks for it.
extension Generation {
  func has(_ step: LifeStep.Kind) -> Bool { entry(of: step) != nil }

  func entry(of step: LifeStep.Kind) -> UnsafeMutablePointer<Entry>? {
    steps.first { $0.pointee.action.string == step.rawValue }
  }

  /// Has it give memory back; nothing is done while it still does.
  func relieveMemory(within limit: Duration) -> Result<Value, Failure> {
    guard has(.memoryPressure), relieving.exchange(true, ordering: .acquiringAndReleasing) == false else {
      return .success(.null)
    }
    return run(.memoryPressure, within: limit) { self.relieving.store(false, ordering: .releasing) }
  }

  /// Runs a step on a thread of its own, as a call that nobody made, and waits until it ends or its time is up. Nothing is
  /// done where the component has no such step.
  ///
  /// A step that hangs is given up: its thread stays in it, and the component is not shut down before it returns. Where the
  /// system has no thread left one is waited for as long, and then the step is not run, or on this very thread.
  ///
  /// - Parameters:
  ///   - evenHere: whether it has to be run in any case.
  ///   - over: is called when the step has really ended.
  ///   - late: the same, where it was given up before.
  func run(
    _ step: LifeStep.Kind, with parameters: Fields = [:], within limit: Duration, evenHere: Bool = false,
    over: @escaping @Sendable () -> Void = {}, late: @escaping @Sendable () -> Void = {}
  ) -> Result<Value, Failure> {
    guard let entry = entry(of: step) else { return .success(.null) }
    let end = StepEnd()
    let core = entry.pointee.seat.pointee.core
    let caller = core.pointee.host._withUnsafeGuaranteedRef { $0.programSeat }
    let place = StepPlace(entry: entry, caller: caller, parameters: parameters)
    let work: @Sendable (Int64) -> Void = { deadline in
      place.run(until: deadline, end)
      over()
      if end.isLate { late() }
    }
    let last = Deadline(after: limit).nanoseconds
    // The wait for a thread is no time of the step's.
    var deadline = last
    while !host.settings.spawn({ [deadline] in work(deadline) }) {
      if Deadline.now > last {
        if evenHere {
          work(Deadline(after: limit).nanoseconds)
          break
        }
        over()
        return .failure(.lacksThread("\(entry.path) was not run"))
      }
      usleep(1_000)
      deadline = Deadline(after: limit).nanoseconds
    }
    return Doing.step(step).of(name) { end.wait(until: deadline) }
      ?? .failure(Failure(.timedOut, "", "\(entry.path) did not end within \(limit.inSeconds)"))
  }
}

private struct StepPlace: @unchecked Sendable {
  // Sendable: neither entries nor seats are ever freed.
  let entry: UnsafeMutablePointer<Entry>
  let caller: UnsafePointer<Seat>
  let parameters: Fields

  func run(until deadline: Int64, _ end: StepEnd) {
    var request = component_request(entry.pointee.target, entry.pointee.action, 0, StepEnd.ended)
    request.deadline = deadline
    request.context = Unmanaged.passUnretained(end).toOpaque()
    let (entry, caller) = (entry, caller)
    withExtendedLifetime(end) {
      parameters.withBorrowed { parameters in
        (request.parameters, request.parameter_count) = (UnsafePointer(parameters.baseAddress), parameters.count)
        withUnsafePointer(to: &request) { StepPlace.run($0, entry, caller, end) }
      }
    }
  }

  private static func run(
    _ request: UnsafePointer<component_request>, _ entry: UnsafeMutablePointer<Entry>, _ caller: UnsafePointer<Seat>,
    _ end: StepEnd
  ) {
    var attempt = Attempt(Dispatch(seat: caller, request: request, waits: true), .action(entry))
    // What it gets is the host's own, or was looked at when it was saved.
    if attempt.go(isChecked: true) == nil { end.hear(.failure(.gone(entry))) }
    end.leave()
  }
}

extension Failure {
  private static let noThread = "no_thread"

  /// Whether nothing was run, and what would have been says nothing of it.
  var isOfThreads: Bool { reason == Failure.noThread && voice == .host }

  fileprivate static func lacksThread(_ what: String) -> Failure {
    Failure(.failed, noThread, "\(what): the system has no thread left").byHost
  }

  fileprivate static func gone(_ entry: UnsafeMutablePointer<Entry>) -> Failure {
    Failure(.refused, "taken_out", "\(entry.path) was not run: its component was taken out")
  }
}

/// How a step ended, for the thread that waits for it.
private final class StepEnd: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let gate = Gate()
  private var result: Result<Value, Failure>?
  // Whether the thread is out of it: a component that is heard may not have returned yet, and is not shut down before.
  private var isOver = false
  private var isGivenUp = false

  static let ended: Ended = { context, reply, failure in
    guard let context else { return }
    let end = Unmanaged<StepEnd>.fromOpaque(context).takeUnretainedValue()
    if let reply { end.hear(Outcome.borrowedReply(reply).result) }
    if let failure { end.hear(Outcome.borrowedFailure(failure).result) }
  }

  func hear(_ result: Result<Value, Failure>) { gate.locked { self.result = result } }

  func leave() {
    gate.locked {
      isOver = true
      gate.wake()
    }
  }

  /// Nil where the time is up.
  func wait(until deadline: Int64) -> Result<Value, Failure>? {
    gate.locked {
      while !isOver, gate.wait(until: deadline) {}
      isGivenUp = result == nil
      return result
    }
  }

  /// Whether nobody waited for it any more.
  var isLate: Bool { gate.locked { isGivenUp } }
}
