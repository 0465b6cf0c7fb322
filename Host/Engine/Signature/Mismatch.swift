import ComponentKit

/// The first place where a value does not have the declared form.
struct Mismatch: Error, Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// `type` is the declared type, and `expected` says it in words: `an int`.
    case mistyped(type: String, expected: String, found: String)
    case missing(type: String)
    case unknown(key: String, near: [String])
    case duplicate
  }

  /// What the value belongs to.
  enum Subject { case parameter, `default`, reply, event }

  let kind: Kind
  private(set) var path = ValuePath()

  init(_ kind: Kind) { self.kind = kind }

  /// The same, seen from the map that holds the place under a key.
  func inside(key: String) -> Mismatch {
    var mismatch = self
    mismatch.path.come(from: key)
    return mismatch
  }

  /// The same, seen from the list that holds the place at an index.
  func inside(index: Int) -> Mismatch {
    var mismatch = self
    mismatch.path.come(from: index)
    return mismatch
  }

  /// `the parameter 'items[2].title' must be text, not an int`.
  func sentence(_ subject: Subject) -> String {
    let what =
      switch subject {
      case .parameter: "the parameter '\(path)'"
      case .default: "the default of '\(path)'"
      case .reply: path.depth == 0 ? "the reply" : "the reply's '\(path)'"
      case .event: path.depth == 0 ? "it" : "its '\(path)'"
      }
    switch kind {
    case .mistyped(_, let expected, let found): return "\(what) must be \(expected), not \(found)"
    case .missing(let type): return "\(what) is missing (\(excerpt(type)))"
    case .unknown(let key, _): return "\(what) has the unknown key \(quoted(key))"
    case .duplicate: return "\(what) is given twice"
    }
  }
}

// As the end of a call.
extension Mismatch {
  /// Why the parameters of an action, `Reader.showDetail`, are wrong.
  func failure(of action: String) -> Failure {
    // Target and action are apart, as in the details of a call whose names lead nowhere.
    let dot = action.utf8.lastIndex(of: UInt8(ascii: ".")) ?? action.startIndex
    var details: Fields = [
      "target": .text(String(action[..<dot])), "action": .text(String(action[dot...].dropFirst())),
    ]
    if let parameter = path.first { details["parameter"] = .text(parameter) }
    if path.depth > 1 { details["path"] = .text("\(path)") }
    let reason: String
    var message = sentence(.parameter)
    switch kind {
    case .mistyped(let type, _, _):
      reason = "mistyped_parameter"
      details["expected"] = .text(type)
    case .missing(let type):
      reason = "missing_parameter"
      details["expected"] = .text(type)
    case .unknown(let key, let near):
      reason = "unknown_parameter"
      if path.depth == 0 {
        message = "\(action) has no parameter \(quoted(key))"
        details["parameter"] = .text(key)
      } else {
        details["key"] = .text(key)
      }
      if !near.isEmpty { details["suggestions"] = .list(near.map(Value.text)) }
    case .duplicate: reason = "duplicate_parameter"
    }
    return Failure(.invalidParameters, reason, message, details: details)
  }
}

extension Failure {
  /// Whether it is about a name among the parameters that nobody declares, and not about a key within one of them.
  package var isOfUndeclared: Bool {
    reason == "unknown_parameter" && details["path"] == nil && details["key"] == nil
  }
}
