import ComponentABI
public import ComponentKit
import Synchronization

/// A call on its way through the interceptors, as one of them sees it.
///
/// It ends once: what comes after the first end is ignored. If it is dropped without an end the call fails at once.
public final class InterceptedCall: Sendable {
  /// Where the call comes from.
  public typealias Source = PassingCall.Source

  public var source: Source { interception.source }
  /// Whether a route led to it.
  public var isRouted: Bool { interception.isRouted }
  /// How the caller would like it, apart from the parameters.
  public var hints: Fields { interception.hints }
  /// The target of the call. For a URL its component may have to be loaded to know that, which is done when this is
  /// read.
  public var target: String { (aim ?? interception.asked).target }
  public var action: String { (aim ?? interception.asked).action }
  /// The name of the interceptor that sees it.
  public let interceptor: String

  let interception: Interception
  private let index: Int
  /// Where an earlier interceptor sends it instead; nil as long as it goes where it was meant to.
  private let aim: Aim?
  /// What an earlier interceptor made of the parameters; nil as long as they are the caller's own.
  private let changed: Fields?
  private let heard: @Sendable (Outcome) -> Void
  private let hasEnded = Atomic(false)

  init(
    _ interception: Interception, index: Int, aim: Aim?, changed: Fields?,
    heard: @escaping @Sendable (Outcome) -> Void
  ) {
    self.interception = interception
    self.index = index
    self.aim = aim
    self.changed = changed
    self.heard = heard
    interceptor = interception.chain.interceptors[index].name
  }

  deinit {
    if hasEnded.load(ordering: .acquiring) { return }
    end(
      .failure(
        Failure(.failed, "no_reply", "the interceptor '\(interceptor)' neither answered \(knownPath) nor let it pass")
          .byHost))
  }

  /// What is called, in words, as far as it is known: nothing is loaded to tell.
  var knownPath: String { aim?.path ?? interception.knownPath }

  /// What counts as one action where calls are counted by action: nothing is loaded to tell.
  var actionShare: String { aim?.path ?? interception.actionShare }

  /// Whether a route is known to have led to it.
  var isKnownRouted: Bool { interception.isKnownRouted }

  /// A copy of the parameters.
  public var parameters: Fields { changed ?? interception.parameters }

  /// How long the caller still waits; nil where it set no deadline.
  public var timeLeft: Duration? { Deadline(interception.record.frame.pointee.call.deadline)?.timeLeft }

  /// Whether the caller has given up, or the deadline has passed.
  public var isCancelled: Bool { interception.record.isGivenUp || interception.record.hasEnded }

  /// Goes on to the next interceptor, and behind the last one to the action. May be done again, to retry: also in `ended`,
  /// however often, which must not wait for the end of that.
  ///
  /// A call from outside reaches only what is open to callers from outside, wherever it is sent.
  ///
  /// - Parameters:
  ///   - target: whom to ask instead.
  ///   - parameters: what to ask with instead.
  ///   - ended: hears how it ended, on any thread, and then ends the call itself; without it the caller gets what comes.
  ///     What it calls is a part of the call.
  public func proceed(
    target: String? = nil, action: String? = nil, parameters: Fields? = nil,
    ended: (@Sendable (Result<Value, Failure>) -> Void)? = nil
  ) {
    let aim = target == nil && action == nil ? aim : Aim(target: target ?? self.target, action: action ?? self.action)
    let next = (index + 1, parameters ?? changed)
    guard let ended else {
      return interception.go(on: next.0, aim: aim, changed: next.1) { self.end($0) }
    }
    let end = EndInLine(ofPassing: interception.record.frame) { [interception] outcome in
      withExtendedLifetime(interception) { ended(outcome.result) }
    }
    end.begin { interception.go(on: next.0, aim: aim, changed: next.1, heard: end.hear) }
  }

  /// Answers the call.
  public func reply(_ value: Value) { end(.reply(value)) }

  /// Refuses the call, or fails it.
  public func fail(_ failure: Failure) { end(.failure(failure)) }

  /// Ends the call as it ended behind, or as another one did.
  public func end(as result: Result<Value, Failure>) {
    switch result {
    case .success(let value): reply(value)
    case .failure(let failure): fail(failure)
    }
  }

  func end(_ outcome: Outcome) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    heard(outcome)
  }
}
