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
  ///      "targets": {"prefix": "", "suffix": "", "allow": ["Reader", "BookDetail"], "deny": ["Notes"]},
  ///      "actions": {"prefix": "", "suffix": ""},
  ///      "limits": {"length": 8192, "parameters": 256},
  ///      "unknown": "ignore", "rename": {"pageindex": "page"}, "case": "keep",
  ///      "aliases": {"book": "BookDetail"},
  ///      "routes": [{"from": "app://shop/books/:id<int>", "target": "BookDetail", "action": "detail", "fixed": {},
  ///                  "rename": {}, "case": "fold", "schemes": ["app", "web"], "priority": 0, "longer": false}],
  ///      "outbound": {"https": ["xdg-open"]},
  ///      "interceptors": [{"component": "Audit", "priority": 10}, {"ready": "log"},
  ///                       {"ready": "limit", "calls": 100, "seconds": 1, "of": "remote", "each": "action"}],
  ///      "isolate": ["Decoder"],
  ///      "confine": {"*": {"memory": "256M", "cpu": 600, "files": 256},
  ///                  "Notes": {"read": [], "write": ["/var/lib/notes"], "network": false, "processes": false,
  ///                            "signals": false, "all": false}},
  ///      "shows": {"metrics": true, "openapi": true, "events": ["Library.changed"]},
  ///      "elsewhere": {"targets": ["Reader"], "waits": false, "events": ["Library.changed"]}}
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
      "schemes", "targets", "actions", "limits", "unknown", "rename", "case", "aliases", "routes", "outbound",
      "interceptors", "isolate", "confine", "shows", "elsewhere",
    ])
    schemes = try file.schemes("schemes")
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
    refusesUnknown = try file.word("unknown", Unknown.self) == .refuse
    query = try Policy.names(file)
    if let fault = query.fault { throw file.fault("rename", "is wrong: \(fault)") }
    if let aliases = try file.object("aliases") {
      for (alias, _) in aliases.fields { self.aliases[alias] = try aliases.name(alias) }
    }
    for route in try file.objects("routes") {
      try route.allow(["from", "target", "action", "fixed", "rename", "case", "schemes", "priority", "longer"])
      let fixed = try route.object("fixed")?.fields ?? [:]
      let (from, target, action) = try (route.required("from"), route.required("target"), route.required("action"))
      let (query, schemes) = try (Policy.names(route), route.schemes("schemes"))
      let (priority, takesLonger) = try (route.anyInt("priority") ?? 0, route.bool("longer") ?? false)
      do throws(RouteFault) {
        let read = try Route(
          parsing: from, to: target, action, fixed: fixed, query: query, priority: priority, takesLonger: takesLonger)
        if schemes != nil, read.scheme != nil {
          throw RouteFault(.invalid, "its scheme stands in 'from' and in 'schemes': say it in one place", route: from)
        }
        routes += schemes?.sorted().map(read.of(scheme:)) ?? [read]
      } catch {
        throw PolicyFault("\(error)")
      }
    }
    if let outbound = try file.object("outbound") {
      for (scheme, _) in outbound.fields {
        let (name, command) = try outbound.command(scheme)
        if schemes?.contains(name) == true {
          throw PolicyFault("the policy's 'outbound' has the scheme '\(name)', which 'schemes' takes: it can be in one")
        }
        guard self.outbound.updateValue(command, forKey: name) == nil else {
          throw PolicyFault("the policy's 'outbound' has the scheme '\(name)' twice")
        }
      }
    }
    try addInterceptors(file)
    isolation = try file.isolation("isolate")
    elsewhere = try ElsewherePolicy(file, "elsewhere")
    try addConfinements(file)
    if let shows = try file.object("shows") {
      try shows.allow(["metrics", "openapi", "events"])
      shown.metrics = try shows.bool("metrics") ?? false
      shown.openAPI = try shows.bool("openapi") ?? false
      shown.events = try shows.events("events")
    }
    do throws(RouteFault) {
      var table = RouteTable()
      try table.add(routes, owner: owner)
    } catch {
      throw PolicyFault("\(error)")
    }
  }

  private enum Unknown: String, CaseIterable { case refuse, ignore }

  private enum Case: String, CaseIterable { case fold, keep }

  private static func names(_ object: PolicyObject) throws(PolicyFault) -> QueryNames {
    QueryNames(renames: try object.renames("rename"), foldsCase: try object.word("case", Case.self).map { $0 == .fold })
  }

  private static func shape(_ object: PolicyObject) throws(PolicyFault) -> NameShape {
    NameShape(prefix: try object.text("prefix") ?? "", suffix: try object.text("suffix") ?? "")
  }
}
