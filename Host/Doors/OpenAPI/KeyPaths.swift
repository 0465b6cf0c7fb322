import ComponentHost
import ComponentKit

/// The paths of map keys: `/BookDetail/cover` calls `BookDetail_cover`, with its hints among the parameters, and so does
/// the path that begins with another name of the component in the policy.
struct KeyPaths: Sendable {
  struct Way: Sendable {
    let key: LoadedKey
    let path: PathTemplate
  }

  /// Those that are no action's, in the order of the components.
  private(set) var ways: [Way] = []
  // Of actions whose path is that of a key which leads to them.
  private var ofActions: [String: LoadedKey] = [:]

  /// - Parameters:
  ///   - routes: those that may take a path before the key of that path does.
  ///   - isOpen: whether callers from outside reach an action.
  init(
    _ components: [LoadedComponent], _ routes: OpenRoutes, _ policy: Policy,
    _ isOpen: (_ target: String, _ action: String) -> Bool
  ) {
    let keys = components.map(\.keys)
    if keys.allSatisfy(\.isEmpty) { return }
    let readings = KeyReadings(components, keys, policy)
    for (component, keys) in zip(components, keys) {
      for key in keys where isOpen(key.target, key.action) {
        let own = key.own(of: component.name)
        for name in KeyPaths.callNames(of: component.name, policy)
        where readings.isMeant(component.name, own, by: name) { add(key, own, as: name, routes, isOpen) }
      }
    }
  }

  /// The key whose path is that of an action, and which leads there.
  func key(of target: String, _ action: String) -> LoadedKey? {
    ofActions.isEmpty ? nil : ofActions["\(target).\(action)"]
  }

  // The names by which keys of a component begin: an alias goes before the component of that name.
  private static func callNames(of component: String, _ policy: Policy) -> [String] {
    let aliases = policy.aliases
    return (aliases[component] == nil ? [component] : []) + aliases.filter { $0.value == component }.map(\.key).sorted()
  }

  private mutating func add(
    _ key: LoadedKey, _ own: String, as name: String, _ routes: OpenRoutes,
    _ isOpen: (_ target: String, _ action: String) -> Bool
  ) {
    let isOfAction = key.target == name && key.action == own
    if isOfAction ? routes.precedeAction(name, own) : routes.precedeKey(name, own) { return }
    if isOfAction {
      ofActions["\(name).\(own)"] = key
    } else if !isOpen(name, own) {
      ways.append(Way(key: key, path: PathTemplate(name, own)))
    }
  }
}

/// How a component's name and a key's may be told apart in what they form together.
private struct KeyReadings {
  private let policy: Policy
  private let places: [String: Int]
  private let components: [String]
  // The names of keys, without the component's.
  private let names: [Set<String>]

  init(_ components: [LoadedComponent], _ keys: [[LoadedKey]], _ policy: Policy) {
    self.policy = policy
    self.components = components.map(\.name)
    places = Dictionary(self.components.enumerated().map { ($1, $0) }) { first, _ in first }
    names = zip(components, keys).map { component, keys in Set(keys.map { $0.own(of: component.name) }) }
  }

  // Whether what name and key form together is that key. It may be taken apart at each '_', and the shortest name that there
  // is and has the rest as a key goes first.
  func isMeant(_ component: String, _ own: String, by name: String) -> Bool {
    let text = "\(name)_\(own)"
    for sign in text.indices where text[sign] == "_" {
      let prefix = String(text[..<sign])
      guard let place = places[policy.aliases[prefix] ?? prefix],
        names[place].contains(String(text[text.index(after: sign)...]))
      else { continue }
      return prefix == name && components[place] == component
    }
    return false
  }
}

extension LoadedKey {
  /// Its name without the component's.
  fileprivate func own(of component: String) -> String { String(name.dropFirst(component.count + 1)) }

  /// The hints that callers from outside can give: no JSON has objects and functions.
  var sayable: Fields {
    Fields(
      hints.filter {
        switch $0.value {
        case .object, .function: false
        default: true
        }
      })
  }

  /// What a hint is, and that it is one.
  ///
  /// - Parameter isText: whether it is said in a query. A list or map can't be said there as one: nil.
  func schema(ofHint hint: Value, isText: Bool) -> Value? {
    var fields: Fields
    switch hint {
    case .bool: fields = ["type": "boolean"]
    case .int: fields = ["type": "integer", "format": "int64"]
    case .double: fields = ["type": "number", "format": "double"]
    case .text: fields = ["type": "string"]
    case .bytes: fields = JSONSchema.bytes.map ?? [:]
    case .list: fields = ["type": "array"]
    case .map: fields = ["type": "object"]
    default: fields = isText ? ["type": "string"] : [:]
    }
    if isText, hint.list != nil || hint.map != nil { return nil }
    if !isText { fields["description"] = .text(words) }
    // No schema has a number that JSON has not.
    if !hint.isNull, (try? hint.json()) != nil { fields["default"] = .some(hint) }
    return .map(fields)
  }

  var words: String { "A hint of the map key \(name)" }
}
