import ComponentABI
import ComponentKit

// A route as a component says it, inside `register` or later.
extension Staging.Path {
  init(_ route: component_route) throws(Refusal) {
    pattern = try Staging.text(route.pattern, "a route's pattern")
    let what = "the route \(quoted(pattern))"
    target = try Staging.text(route.target, "a target's name")
    action = try Staging.text(route.action, "an action's name")
    scheme = try Staging.text(route.scheme, "a route's scheme")
    fixed = try Staging.fields(route.fixed, route.fixed_count, what)
    var renames: [String: String] = [:]
    for (name, value) in try Staging.fields(route.renames, route.rename_count, what) {
      guard let new = value.text else {
        throw Refusal("invalid_route", "\(what) renames \(quoted(name)) to \(value.kindName), not to a name")
      }
      renames[name] = new
    }
    query = QueryNames(renames: renames, foldsCase: route.flags & COMPONENT_ROUTE_FOLDS_CASE != 0 ? true : nil)
    priority = Int(route.priority)
    takesLonger = route.flags & COMPONENT_ROUTE_TAKES_LONGER != 0
  }
}

extension Staging.Path {
  /// What it says that its action can't take; nil where the action takes all of it.
  func misfit(_ check: ParameterCheck?) -> String? {
    // A pattern that can't be read is told when it is added.
    guard let check, let whole = (try? route.compiled())?.first else { return nil }
    return (route.misfit(whole, check) ?? route.vainRename(check)).map { "the route \(quoted(pattern)) \($0)" }
  }
}

extension Staging {
  /// A copy of what a route or a key brings, where `check` has nothing against it.
  static func fields(
    _ entries: UnsafePointer<component_entry>?, _ count: Int, _ what: String,
    check: (String, component_value) throws(Refusal) -> Void = { _, _ in }
  ) throws(Refusal) -> Fields {
    if let fault = BorderCheck.fault(entries, count) {
      throw Refusal("invalid_value", "what \(what) brings is invalid: \(fault.words)")
    }
    let entries = UnsafeBufferPointer(start: entries, count: entries == nil ? 0 : count)
    // Nothing is retained of what is refused.
    for entry in entries { try check(entry.key.string, entry.value) }
    return Fields(copying: entries)
  }
}
