import ComponentABI
public import ComponentKit

/// A call that is made elsewhere, between who makes it and who waits for it.
///
/// What becomes of it is told by any thread, which runs nothing foreign for that: it is left here, and taken by the caller's own
/// thread where that waits, and else by one of the engine's crew.
public final class ElsewhereCall: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  public let target: String
  public let action: String
  /// Without objects and functions.
  public let parameters: Fields
  /// The same.
  public let hints: Fields
  /// The version that its caller needs at least; nil for any.
  public let minimum: Version?
  /// When the wait for it ends, in nanoseconds of CLOCK_MONOTONIC; nil for as long as it takes.
  public let deadline: Int64?
  /// Its place in a trace; nil where there is none.
  public let trace: TraceParent?
  /// Its way, this step being counted.
  public let journey: CallJourney
  public let hearsProgress: Bool
  /// Whether its caller knows the action as one that only reads.
  public let reads: Bool
  /// Whether it is to wait for a connection where there is none.
  public let waits: Bool

  private let gate = Gate()
  private var news: [News] = []
  private var hasEnded = false
  private var isGivenUp = false
  private var isTaken: Bool
  private var giveUp: (@Sendable () -> Void)?
  private var lateFailure: Failure?
  private let take: @Sendable (ElsewhereCall) -> Void

  enum News: Sendable {
    case progress(Double?, String)
    case end(@Sendable () -> ElsewhereEnd)
  }

  /// - Parameters:
  ///   - reads: whether its caller knows the action as one that only reads.
  ///   - isTaken: whether a thread waits for what becomes of it.
  ///   - take: has a thread take it otherwise.
  init(
    _ target: String, _ action: String, _ parameters: Fields, minimum: Version?, deadline: Int64?, trace: TraceParent?,
    _ journey: CallJourney, hints: Fields = [:], hearsProgress: Bool, reads: Bool = false, waits: Bool, isTaken: Bool,
    take: @escaping @Sendable (ElsewhereCall) -> Void
  ) {
    (self.target, self.action, self.parameters, self.minimum) = (target, action, parameters, minimum)
    (self.deadline, self.trace, self.journey, self.hints) = (deadline, trace, journey, hints)
    (self.hearsProgress, self.reads, self.waits) = (hearsProgress, reads, waits)
    (self.isTaken, self.take) = (isTaken, take)
  }

  // MARK: who makes it

  /// How far it has come. Of what nobody has taken yet the last counts.
  public func progress(_ part: Double?, _ message: String) { tell(.progress(part, message)) }

  /// How it has ended; only the first end counts. Found out on the thread that takes it, since it may take its time.
  public func end(_ end: @escaping @Sendable () -> ElsewhereEnd) { tell(.end(end)) }

  public func end(_ end: ElsewhereEnd) { tell(.end { end }) }

  /// Has something done once nobody waits for it any more; at once where that is so. It must wait for nothing.
  public func whenGivenUp(_ body: @escaping @Sendable () -> Void) {
    let isLate = gate.locked {
      if !isGivenUp { giveUp = body }
      return isGivenUp
    }
    if isLate { body() }
  }

  /// How it ends where its deadline passes from here on; nil where somebody may be at it.
  public func isLate(as failure: Failure?) { gate.locked { lateFailure = failure } }

  // MARK: who waits

  /// How it ends for its caller as its deadline passes.
  var late: Failure {
    if let failure = gate.locked({ lateFailure }) { return failure }
    return Failure(
      .timedOut, "elsewhere_timed_out",
      "\(target).\(action) was called elsewhere and not answered before the deadline: whether it was done nobody knows")
  }

  /// Nobody waits for it any more.
  func isOver() {
    let giveUp = gate.locked {
      isGivenUp = true
      gate.wake()
      return exchange(&self.giveUp, with: nil)
    }
    giveUp?()
  }

  private func tell(_ one: News) {
    let takes = gate.locked {
      if hasEnded { return false }
      if case .end = one { hasEnded = true }
      if case .progress = one, case .progress = news.last { news.removeLast() }
      news.append(one)
      gate.wake()
      return !exchange(&isTaken, with: true)
    }
    if takes { take(self) }
  }

  /// Waits for the next news; nil where nobody waits for it any more, or the deadline passes.
  func next(until deadline: Int64) -> News? {
    gate.locked {
      while news.isEmpty, !isGivenUp { if !gate.wait(until: deadline), news.isEmpty { return nil } }
      return news.isEmpty ? nil : news.removeFirst()
    }
  }

  /// The next news, if there is any; else another thread takes those that come.
  func nextNow() -> News? {
    gate.locked {
      if news.isEmpty { isTaken = false }
      return news.isEmpty ? nil : news.removeFirst()
    }
  }
}
