import ComponentKit

/// Why a policy can't be read.
public struct PolicyFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// One sentence: where, what, and what to do.
  public let description: String

  package init(_ description: String) { self.description = description }
}

extension Policy {
  /// Reads a policy from JSON. Every key may be left out, and no other is taken:
  ///
  ///     {"schemes": ["app"],
  ///      "targets": {"prefix": "", "suffix": "", "allow": ["Reader"], "deny": ["Notes"]},
  ///      "actions": {"prefix": "", "suffix": ""},
  ///      "limits": {"length": 8192, "parameters": 256},
  ///      "aliases": {"book": "BookDetail"},
  ///      "routes": [{"from": "app://shop/books/:id<int>", "target": "BookDetail", "action": "detail", "fixed": {}}],
  ///      "outbound": {"https": ["xdg-open"]}}
  ///
  /// - Parameter name: the file's, for messages.
  public init(json: [UInt8], file name: String = "") throws(PolicyFault) {
    let value: Value
    do throws(JSONError) { value = try Value(json: json) } catch { throw PolicyFault("\(error)") }
    try self.init(PolicyObject(value, at: ""), name)
  }

  private init(_ file: PolicyObject, _ name: String) throws(PolicyFault) {
    self.init()
    self.file = name
    try file.allow([
      "schemes", "targets", "actions", "limits", "aliases", "routes", "outbound",
    ])
    schemes = try file.texts("schemes").map { Set($0.map { $0.lowercased() }) }
    if let targets = try file.object("targets") {
      try targets.allow(["prefix", "suffix", "allow", "deny"])
      targetShape = try Policy.shape(targets)
      allowedTargets = try targets.names("allow")
      deniedTargets = try targets.names("deny") ?? []
    }
    if let actions = try file.object("actions") {
      try actions.allow(["prefix", "suffix"])
      actionShape = try Policy.shape(actions)
    }
    if let limits = try file.object("limits") {
      try limits.allow(["length", "parameters"])
      lengthLimit = try limits.count("length") ?? lengthLimit
      parameterLimit = try limits.count("parameters") ?? parameterLimit
    }
    if let aliases = try file.object("aliases") {
      for (alias, _) in aliases.fields { self.aliases[alias] = try aliases.name(alias) }
    }
    for route in try file.objects("routes") {
      try route.allow(["from", "target", "action", "fixed"])
      let fixed = try route.object("fixed")?.fields ?? [:]
      let (from, target, action) = try (route.required("from"), route.required("target"), route.required("action"))
      do throws(RouteFault) {
        routes.append(try Route(parsing: from, to: target, action, fixed: fixed))
      } catch {
        throw PolicyFault("\(error)")
      }
    }
    if let outbound = try file.object("outbound") {
      for (scheme, _) in outbound.fields { self.outbound[scheme.lowercased()] = try outbound.texts(scheme) }
    }
    do throws(RouteFault) {
      var table = RouteTable()
      try table.add(routes, owner: owner)
    } catch {
      throw PolicyFault("\(error)")
    }
  }

  private static func shape(_ object: PolicyObject) throws(PolicyFault) -> NameShape {
    NameShape(prefix: try object.text("prefix") ?? "", suffix: try object.text("suffix") ?? "")
  }
}

/// One object of a policy's JSON, and where it stands.
private struct PolicyObject {
  let fields: Fields
  private let place: String

  init(_ value: Value, at place: String) throws(PolicyFault) {
    guard let fields = value.map else { throw PolicyObject.fault(place, "must be an object, not \(value.kindName)") }
    self.fields = fields
    self.place = place
  }

  private static func fault(_ place: String, _ words: String) -> PolicyFault {
    PolicyFault(place.isEmpty ? "the policy \(words)" : "the policy's '\(place)' \(words)")
  }

  private func fault(_ key: String, _ words: String) -> PolicyFault { PolicyObject.fault(path(key), words) }

  private func path(_ key: String) -> String { place.isEmpty ? excerpt(key) : "\(place).\(excerpt(key))" }

  func allow(_ keys: [String]) throws(PolicyFault) {
    guard let unknown = fields.keys.first(where: { !keys.contains($0) }) else { return }
    let near = nearNames(to: unknown, among: keys).first.map { "; did you mean '\($0)'?" } ?? ""
    throw PolicyObject.fault(place, "has the unknown key \(quoted(unknown))\(near)")
  }

  func text(_ key: String) throws(PolicyFault) -> String? {
    guard let value = fields[key] else { return nil }
    guard let text = value.text else { throw fault(key, "must be a text, not \(value.kindName)") }
    return text
  }

  func required(_ key: String) throws(PolicyFault) -> String {
    guard let text = try text(key) else { throw PolicyObject.fault(place, "needs a '\(key)'") }
    return text
  }

  func count(_ key: String) throws(PolicyFault) -> Int? {
    guard let value = fields[key] else { return nil }
    guard let count = value.int, count > 0 else { throw fault(key, "must be an int above 0") }
    return count
  }

  func texts(_ key: String) throws(PolicyFault) -> [String]? {
    guard let value = fields[key] else { return nil }
    let texts = value.list?.compactMap(\.text)
    guard let texts, !texts.isEmpty, texts.count == value.list?.count else {
      throw fault(key, "must be a list of texts that is not empty")
    }
    return texts
  }

  func names(_ key: String) throws(PolicyFault) -> [String]? {
    let names = try texts(key)
    if let wrong = names?.first(where: { !ComponentName.isValidTarget($0.utf8) }) {
      throw fault(key, "has the invalid name \(quoted(wrong)): \(ComponentName.rule)")
    }
    return names
  }

  func name(_ key: String) throws(PolicyFault) -> String {
    let name = try required(key)
    guard ComponentName.isValid(key.utf8), ComponentName.isValid(name.utf8) else {
      throw fault(key, "is no name, or leads to none: \(ComponentName.rule)")
    }
    return name
  }

  func object(_ key: String) throws(PolicyFault) -> PolicyObject? {
    try fields[key].map { value throws(PolicyFault) in try PolicyObject(value, at: path(key)) }
  }

  func objects(_ key: String) throws(PolicyFault) -> [PolicyObject] {
    guard let value = fields[key] else { return [] }
    guard let list = value.list else { throw fault(key, "must be a list of objects, not \(value.kindName)") }
    var objects: [PolicyObject] = []
    for (index, item) in list.enumerated() { objects.append(try PolicyObject(item, at: "\(path(key))[\(index)]")) }
    return objects
  }
}
