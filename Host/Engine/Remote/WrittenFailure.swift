public import ComponentKit

/// A failure as programs read it, whatever door they came by: `{"error":{"code":3,"reason":…,"message":…,…}}`.
public struct WrittenFailure: Sendable, Equatable {
  /// The number by which the program `host` ends.
  public var code: Code
  /// One word for programs.
  public var reason: String
  /// One sentence for people.
  public var message: String
  /// Of the call, as they were given; nil where no call was made, or by a URL.
  public var target: String?
  public var action: String?
  /// The names that may have been meant.
  public var suggestions: [String] = []
  /// The line of a session, counted from 1, where lines have numbers.
  public var line: Int?
  /// Further facts.
  public var details: Fields = [:]

  /// The numbers by which the program `host` ends. They never change their meaning.
  public enum Code: Int, Sendable {
    case failed = 1
    case usage = 2
    case notFound = 3
    case refused = 4
    case invalidParameters = 5
    case denied = 6
    case timedOutOrCancelled = 7
    case crashed = 8

    public init(_ code: Failure.Code) {
      switch code {
      case .notFound: self = .notFound
      case .refused: self = .refused
      case .invalidParameters: self = .invalidParameters
      case .denied: self = .denied
      case .timedOut, .cancelled: self = .timedOutOrCancelled
      case .crashed: self = .crashed
      default: self = .failed
      }
    }
  }

  public init(code: Code, _ reason: String, _ message: String) {
    self.code = code
    self.reason = reason
    self.message = message
  }

  /// The failure of a call.
  public init(_ failure: Failure, target: String?, action: String?) {
    self.init(code: Code(failure.code), failure.reason, failure.message)
    self.target = target
    self.action = action
    details = failure.details
    if let list = details["suggestions"]?.list {
      let names = list.compactMap(\.text)
      if names.count == list.count {
        suggestions = names
        details["suggestions"] = nil
      }
    }
    // A nested call's names are facts of their own.
    if let target, details["target"]?.text == target { details["target"] = nil }
    if let action, details["action"]?.text == action { details["action"] = nil }
  }

  /// The failure of a call from outside: with its status in the numbers of HTTP, and without target and action.
  public init(ofURL failure: Failure) {
    self.init(failure, target: nil, action: nil)
    details["status"] = .int(failure.status)
  }

  /// What can be written down as JSON: target and action are null where no call was made; `details` is left out where
  /// there are none.
  public var value: Value {
    var error: Fields = [
      "code": .int(code.rawValue), "reason": .text(reason), "message": .text(message),
      "target": target.map(Value.text) ?? .null, "action": action.map(Value.text) ?? .null,
      "suggestions": .list(suggestions.map(Value.text)),
    ]
    if let line { error["line"] = .int(line) }
    // Details can hold what can't be written down.
    if !details.isEmpty, (try? Value.map(details).json()) != nil { error["details"] = .map(details) }
    return .map(["error": .map(error)])
  }
}
