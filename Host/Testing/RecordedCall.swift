public import ComponentKit

/// A call that the component under test made, and how it ended.
public struct RecordedCall: Sendable, Equatable {
  public var target: String
  public var action: String
  public var parameters: Fields
  public var outcome: Outcome

  public enum Outcome: Sendable, Equatable {
    case reply(Value)
    case failure(Failure)
    /// It has not ended yet.
    case pending
  }

  public init(_ target: String, _ action: String, _ parameters: Fields, _ outcome: Outcome) {
    self.target = target
    self.action = action
    self.parameters = parameters
    self.outcome = outcome
  }
}

extension RecordedCall.Outcome {
  init(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self = .reply(value)
    case .failure(let failure): self = .failure(failure)
    }
  }
}

// As messages and failed expectations show it.
extension RecordedCall: CustomStringConvertible {
  /// `Library.book(id: 1) -> {title: "Emma"}`.
  public var description: String {
    switch outcome {
    case .reply(let value): "\(question) -> \(value.shown)"
    case .failure(let failure):
      "\(question) failed: \(failure.message) (\(failure.reason))"
        + (failure.answer.map { ", a stand-in said \($0.shown)" } ?? "")
    case .pending: "\(question) has not ended"
    }
  }

  /// The call without its outcome: `Library.book(id: 1)`.
  var question: String { "\(target).\(action)(\(parameters.shown))" }
}
