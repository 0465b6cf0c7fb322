import ComponentKit

/// The first place where a value does not have the declared form.
struct Mismatch: Error, Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case mistyped(expected: String, found: String)
    case missing(expected: String)
    case unknown(key: String, near: [String])
    case duplicate
  }

  /// Whose value it is.
  enum Subject { case parameter, `default`, reply }

  let kind: Kind
  // The keys and indices that lead to the place, the innermost first.
  private var steps: [String] = []

  init(_ kind: Kind) { self.kind = kind }

  /// The same, seen from the map that holds the place under a key.
  func inside(key: String) -> Mismatch {
    adding(
      !key.isEmpty && key.utf8.count <= 60 && key.utf8.allSatisfy(SignatureName.isPart) ? key : "[\"\(excerpt(key))\"]")
  }

  /// The same, seen from the list that holds the place at an index.
  func inside(index: Int) -> Mismatch { adding("[\(index)]") }

  private func adding(_ step: String) -> Mismatch {
    var mismatch = self
    mismatch.steps.append(step)
    return mismatch
  }

  /// The way to the place, like `items[2].title`; a long way loses its middle.
  var path: String {
    let shown = 16
    var path = ""
    for (index, step) in steps.reversed().enumerated() {
      if steps.count > shown, index >= shown / 2, index < steps.count - shown / 2 {
        if index == shown / 2 { path += "…" }
        continue
      }
      if !path.isEmpty, step.utf8.first != UInt8(ascii: "[") { path += "." }
      path += step
    }
    return path
  }

  /// `the parameter 'items[2].title' must be text, not an int`.
  func sentence(_ subject: Subject) -> String {
    let what =
      switch subject {
      case .parameter: "the parameter '\(path)'"
      case .default: "the default of '\(path)'"
      case .reply: path.isEmpty ? "the reply" : "the reply's '\(path)'"
      }
    switch kind {
    case .mistyped(let expected, let found): return "\(what) must be \(expected), not \(found)"
    case .missing(let expected): return "\(what) is missing (\(expected))"
    case .unknown(let key, _): return "\(what) has the unknown key \(quoted(key))"
    case .duplicate: return "\(what) is given twice"
    }
  }
}

// As the end of a call.
extension Mismatch {
  /// Why the parameters of an action, `Reader.showDetail`, are wrong.
  func failure(of action: String) -> Failure {
    // The names are apart, as in the details of a call that nobody could answer.
    let dot = action.utf8.lastIndex(of: UInt8(ascii: ".")) ?? action.startIndex
    var details: Fields = [
      "target": .text(String(action[..<dot])), "action": .text(String(action[dot...].dropFirst())),
    ]
    if let parameter = steps.last { details["parameter"] = .text(parameter) }
    if steps.count > 1 { details["path"] = .text(path) }
    let reason: String
    var message = sentence(.parameter)
    switch kind {
    case .mistyped(let expected, _):
      reason = "mistyped_parameter"
      details["expected"] = .text(expected)
    case .missing(let expected):
      reason = "missing_parameter"
      details["expected"] = .text(expected)
    case .unknown(let key, let near):
      reason = "unknown_parameter"
      if steps.isEmpty {
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
