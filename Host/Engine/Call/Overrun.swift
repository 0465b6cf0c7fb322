import ComponentABI
import ComponentKit

/// Why the wait for a call is over.
enum Overrun {
  case deadline, givenUp

  /// The failure of a call that was under way.
  func failure(_ path: String) -> Failure {
    switch self {
    case .deadline: .late(path)
    case .givenUp: .givenUp(path)
    }
  }
}

extension UnsafeMutablePointer<Frame> {
  /// What came first, the deadline or a cancellation, of this call or of those around it; nil while there is neither.
  var overrun: Overrun? {
    guard pointee.isWatched else { return nil }
    let (deadline, given) = (pointee.call.deadline, givenUpAt)
    if deadline != 0, deadline <= given, deadline <= Deadline.now { return .deadline }
    return given == .max ? nil : .givenUp
  }

  /// Whether the wait for the call is over: also that for a call without a deadline, after the host's limit.
  var isGivenUp: Bool { overrun != nil || record?.isGivenUp == true }

  /// How the call ends where the action's outcome comes too late; nil where it ends with that outcome.
  ///
  /// An action may say in its own words that it was given up or timed out.
  func verdict(on outcome: Outcome) -> Outcome? {
    if outcome.code == COMPONENT_FAILURE_TIMED_OUT || outcome.code == COMPONENT_FAILURE_CANCELLED { return nil }
    return overrun.map { .failure($0.failure(pointee.path).byHost) }
  }

  /// Ends a call that was not deferred. False where it ends otherwise, because the outcome came too late.
  func end(_ outcome: Outcome) -> Bool {
    let verdict = verdict(on: outcome)
    let outcome = verdict ?? outcome
    pointee.stage = .ended
    pointee.result = outcome.code
    outcome.tell(pointee.sink)
    return verdict == nil
  }

  /// By which this call and those around it can be given up.
  var cancellations: [Cancelled] {
    var found: [Cancelled] = []
    var frame: UnsafeMutablePointer<Frame>? = self
    while let one = frame {
      if let cancellation = one.pointee.cancellation { found.append(cancellation) }
      if let record = one.pointee.record?.takeUnretainedValue() { return found + record.cancellations }
      frame = one.pointee.parent
    }
    return found
  }

  /// The innermost of this call and those around it that was deferred.
  var record: DeferredRecord? {
    var frame: UnsafeMutablePointer<Frame>? = self
    while let one = frame {
      if let record = one.pointee.record { return record.takeUnretainedValue() }
      frame = one.pointee.parent
    }
    return nil
  }

  private var givenUpAt: Int64 {
    var first = Int64.max
    var frame: UnsafeMutablePointer<Frame>? = self
    while let one = frame {
      if let cancellation = one.pointee.cancellation { first = min(first, cancellation.givenUpAt) }
      if let record = one.pointee.record?.takeUnretainedValue() {
        return record.cancellations.reduce(first) { min($0, $1.givenUpAt) }
      }
      frame = one.pointee.parent
    }
    return first
  }
}
