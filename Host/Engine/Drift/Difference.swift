/// One difference between what callers know of a component and what it is now.
package struct Difference: Sendable, Equatable {
  /// For programs.
  package enum Kind: String, Sendable {
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

  package let kind: Kind
  /// Whether calls can fail that did not before: those of the caller, and those by a URL or a map key.
  package let breaks: Bool
  package var target: String?
  package var action: String?
  /// What of the action: a parameter, `page` or `options.depth`; the reply, `.reply` or its part, `.reply.title`.
  package var place: Place?
  /// What each side has, in the language of signatures.
  package var was: String?
  package var now: String?
  /// What it means, read after the place.
  package let message: String

  /// A parameter or the reply, or something inside.
  package struct Place: Sendable, Equatable {
    /// Nil for the reply.
    package let parameter: String?
    /// The keys from there on: `.parts[].title`.
    package var path = ""

    func inside(_ step: String) -> Place { Place(parameter: parameter, path: path + step) }
  }

  /// "Reader.showDetail, the parameter 'page': the face sends int, the component takes text"
  package var text: String {
    let subject = [
      target.map { target in action.map { "\(target).\($0)" } ?? target }, place?.text(ofEvent: action == nil),
    ]
    return (subject.compactMap(\.self).joined(separator: ", ") + ": " + message)
  }
}

extension Difference.Place {
  // What an event says is all that is in it.
  fileprivate func text(ofEvent isOfEvent: Bool) -> String? {
    if let parameter { return "the parameter '\(parameter)\(path)'" }
    if isOfEvent { return path.isEmpty ? nil : "its '\(path.hasPrefix(".") ? String(path.dropFirst()) : path)'" }
    return path.isEmpty ? "the reply" : "the reply's '\(path.hasPrefix(".") ? String(path.dropFirst()) : path)'"
  }
}
