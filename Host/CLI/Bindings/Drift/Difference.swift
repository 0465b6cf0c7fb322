import ComponentKit

/// One difference between what a face was printed for and what is installed.
struct Difference: Equatable {
  /// For programs.
  enum Kind: String {
    case targetGone = "target_gone"
    case targetNew = "target_new"
    case actionGone = "action_gone"
    case actionNew = "action_new"
    case parameterGone = "parameter_gone"
    case parameterNew = "parameter_new"
    case parameterRequired = "parameter_required"
    case parameterOptional = "parameter_optional"
    case fieldGone = "field_gone"
    case fieldNew = "field_new"
    case fieldRequired = "field_required"
    case type
    case null
    case choice
    case `default`
    case routeGone = "route_gone"
    case routeNew = "route_new"
    case routeChanged = "route_changed"
    case keyGone = "key_gone"
    case keyNew = "key_new"
    case keyChanged = "key_changed"
    case eventGone = "event_gone"
    case eventNew = "event_new"
    case signature
    case flag
    case text
    case version
    case order
  }

  let kind: Kind
  /// Whether calls can fail that did not before: those through the face, and those by a URL or a map key.
  let breaks: Bool
  var target: String?
  var action: String?
  /// What of the action: a parameter, `page` or `options.depth`; the reply, `.reply` or its part, `.reply.title`.
  var place: Place?
  /// What each side has, in the language of signatures.
  var face: String?
  var component: String?
  /// What it means, read after the place.
  let message: String

  /// A parameter or the reply, or something inside.
  struct Place: Equatable {
    /// Nil for the reply.
    let parameter: String?
    /// The keys from there on: `.parts[].title`.
    var path = ""

    func inside(_ step: String) -> Place { Place(parameter: parameter, path: path + step) }
  }
}

// For people and for programs.
extension Difference {
  /// "Reader.showDetail, the parameter 'page': the face sends int, the component takes text"
  var text: String {
    let subject = [
      target.map { target in action.map { "\(target).\($0)" } ?? target }, place?.text(ofEvent: action == nil),
    ]
    return (subject.compactMap(\.self).joined(separator: ", ") + ": " + message)
  }

  var json: Value {
    [
      "kind": .text(kind.rawValue), "breaks": .bool(breaks), "target": Difference.json(target),
      "action": Difference.json(action), "parameter": Difference.json(place?.parameter),
      "path": Difference.json(place.map { ($0.parameter ?? (action == nil ? "event" : "reply")) + $0.path }),
      "face": Difference.json(face),
      "component": Difference.json(component), "message": .text(message),
    ]
  }

  private static func json(_ text: String?) -> Value { text.map(Value.text) ?? .null }
}

extension Difference.Place {
  // What an event says is all that is in it.
  fileprivate func text(ofEvent isOfEvent: Bool) -> String? {
    if let parameter { return "the parameter '\(parameter)\(path)'" }
    if isOfEvent { return path.isEmpty ? nil : "its '\(path.hasPrefix(".") ? String(path.dropFirst()) : path)'" }
    return path.isEmpty ? "the reply" : "the reply's '\(path.hasPrefix(".") ? String(path.dropFirst()) : path)'"
  }
}
