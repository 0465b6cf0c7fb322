import ComponentKit

/// What a URL's query says, brought together with what an action declares.
struct Query {
  /// By the names of the action's parameters, in lists where it declares lists.
  private(set) var fields: Fields
  /// What the action does not declare, and therefore does not get.
  private(set) var ignored: [IgnoredParameter] = []
  // What a policy or a route calls otherwise.
  private var renamed: [(said: String, name: String)] = []
  var notes: QueryNotes? { ignored.isEmpty && renamed.isEmpty ? nil : QueryNotes(ignored, renamed) }
  /// The names of the URL's own, whose texts become what the action declares; nil where all are.
  private(set) var loose: [String]?
  /// Whether a caller in code has added something, if only that it takes any reply.
  var isLocal: Bool { manner.contains(.local) }
  let manner: Opening.Manner
  /// The hints of a call by name; nil where there are none.
  let ownHints: Fields?
  /// What the action declares; nil where anything goes.
  let check: Unmanaged<ParameterCheck>?

  /// - Parameters:
  ///   - given: what the route says already.
  ///   - hints: names that are no parameters, but said apart from them.
  ///   - check: what the action declares; nil where anything goes.
  @inline(never)
  init(
    _ opening: Opening, for check: Unmanaged<ParameterCheck>?, by route: Route? = nil, given: Fields = [:],
    hints: Fields = [:], _ host: Host
  ) throws(Failure) {
    fields = opening.url.parameters
    (manner, ownHints) = (opening.manner, opening.origin?.hints)
    self.check = check
    if route?.query.isEmpty == false || !Query.isPlain(fields, for: check, host) {
      settle(check?.takeUnretainedValue(), route, given, hints, host)
    }
    if let added = opening.added { try add(added) }
  }

  /// Whether nothing becomes of a query, as far as the policy goes: most links say just what the action declares.
  @inline(__always)
  static func isPlain(_ parameters: Fields, for check: Unmanaged<ParameterCheck>?, _ host: Host) -> Bool {
    guard host.settings.policy.query.isEmpty else { return false }
    guard let check else { return true }
    return check._withUnsafeGuaranteedRef { $0.table.takes(parameters) }
  }

  func isLoose(_ name: String) -> Bool { loose?.contains(name) ?? true }

  /// As the URL and the caller have it, for nobody who declares anything.
  init(of opening: Opening) {
    fields = opening.url.parameters
    (manner, ownHints) = (opening.manner, opening.origin?.hints)
    check = nil
    if let added = opening.added {
      loose = fields.keys
      for (key, value) in added where fields[key] == nil { fields[key] = value }
    }
  }

  private mutating func settle(
    _ check: ParameterCheck?, _ route: Route?, _ given: Fields, _ hints: Fields, _ host: Host
  ) {
    let policy = host.settings.policy
    // What the route says goes before what the policy says.
    let rules = [route?.query, policy.query].compactMap { $0 }
    let foldsCase = rules.lazy.compactMap(\.foldsCase).first ?? false
    let known = NameIndex((check?.signature.parameters.map(\.name) ?? []) + hints.keys)
    var vain: [String] = []
    var settled: [(String, Value)] = []
    var places: [ByteKey: Int] = [:]
    for (key, value) in fields {
      let name = Query.name(key, known, isFree: check == nil, rules, foldsCase: foldsCase)
      // What a policy refuses is left to the check before the call, which says what is wrong.
      if check != nil, !known.contains(name), !policy.refusesUnknown {
        vain.append(key)
        continue
      }
      if !name.utf8.elementsEqual(key.utf8) { renamed.append((key, name)) }
      // What has one name now came several times.
      if let place = places[ByteKey(name)] {
        settled[place].1.add(value)
      } else {
        places[ByteKey(name)] = settled.count
        settled.append((name, value))
      }
    }
    if let check { for place in settled.indices { check.makeList(&settled[place].1, of: settled[place].0) } }
    fields = Fields(unique: settled)
    if let check, !vain.isEmpty {
      let keys = host.hints(of: check.action)
      // What the route says already nobody else can say.
      let said = NameIndex(given.keys)
      let open = NameIndex(known.names.filter { !said.contains($0) })
      var walk = RenameWalk(rules, foldsCase: foldsCase, to: open.contains)
      let near = open.names + rules.flatMap(\.said).filter { walk.leads($0) }
      ignored = vain.enumerated().map { place, name in
        IgnoredParameter(name, of: check.action, among: place < IgnoredParameter.suggestingLimit ? near : [], keys)
      }
    }
  }

  // Neither side goes before the other: a link can't change what the caller says, nor the caller what the link says.
  @inline(never)
  private mutating func add(_ added: Fields) throws(Failure) {
    loose = fields.keys
    if fields.isEmpty { return fields = added }
    for (key, value) in added {
      guard fields[key] == nil else {
        let said = notes?.said(for: key)
        throw Failure(
          .invalidParameters, "duplicate_parameter",
          "the parameter \(quoted(key)) is given by the URL already" + (said.map { ", as \(quoted($0))" } ?? ""),
          details: ["parameter": .text(excerpt(key))]
        ).toOutside
      }
      fields[key] = value
    }
  }

  // What the action or its hints call it; the same where they have nothing like it.
  private static func name(
    _ key: String, _ known: NameIndex, isFree: Bool, _ rules: [QueryNames], foldsCase: Bool
  ) -> String {
    func meant(by name: String) -> String? {
      known.contains(name) ? name : foldsCase ? known.alike(name) : nil
    }
    // A rule for a name goes before its being like one that is known.
    let name = rules.name(for: key, foldsCase: foldsCase) {
      guard let one = meant(by: $0) else { return false }
      return !$0.utf8.elementsEqual(key.utf8) || one.utf8.elementsEqual(key.utf8)
    }
    return meant(by: name) ?? (isFree ? name : key)
  }
}

extension Value {
  // Adds what a name says once more. The list is taken out meanwhile: each value would otherwise copy it.
  fileprivate mutating func add(_ more: Value) {
    var list = list ?? [self]
    self = .null
    list += more.list ?? [more]
    self = .list(list)
  }
}

/// What is remarkable about a URL's query: of most there is nothing.
final class QueryNotes: Sendable {
  /// What it says in vain.
  let ignored: [IgnoredParameter]
  /// What a policy or a route calls otherwise.
  let renamed: [(said: String, name: String)]

  init(_ ignored: [IgnoredParameter], _ renamed: [(said: String, name: String)]) {
    (self.ignored, self.renamed) = (ignored, renamed)
  }

  /// What the URL calls a parameter that it knows by one other name.
  func said(for name: String) -> String? {
    let said = renamed.filter { $0.name.utf8.elementsEqual(name.utf8) }
    return said.count == 1 ? said[0].said : nil
  }
}

/// A parameter of a URL's query that the action does not declare, and does not get.
public struct IgnoredParameter: Sendable, Equatable {
  /// As the URL has it.
  public let name: String
  /// The declared names most like it. Nobody looks for them behind the sixteenth that a URL says in vain.
  public let suggestions: [String]
  /// The action, `Reader.showDetail`.
  private let action: String
  /// The map key of the action that has a hint of this name; nil where there is none.
  public let key: String?

  static let suggestingLimit = 16

  init(_ name: String, of action: String, among known: [String], _ keys: [(name: String, hints: Fields)]) {
    self.name = name
    suggestions = nearNames(to: name, among: known)
    self.action = action
    key = keys.filter { $0.hints[name] != nil }.map(\.name).min()
  }
}

extension IgnoredParameter: CustomStringConvertible {
  /// One clause for people.
  public var description: String {
    let more =
      key.map { "; it is a hint of the map key \(quoted($0))" } ?? suggestions.first.map { "; did you mean '\($0)'?" }
      ?? ""
    return "the URL's parameter \(quoted(name)) is ignored: \(action) does not declare it\(more)"
  }
}

extension Host {
  /// The map keys with hints that lead to an action, `Reader.open`. Asked for without the loader's lock, at which calls
  /// that say too much would wait for each other.
  fileprivate func hints(of action: String) -> [(name: String, hints: Fields)] {
    guard let dot = action.utf8.lastIndex(of: UInt8(ascii: ".")) else { return [] }
    let (target, action) = (String(action[..<dot]), String(action[dot...].dropFirst()))
    guard let keys = entry(target, action)?.pointee.generation._withUnsafeGuaranteedRef({ $0.keys }) else { return [] }
    return keys.filter { $1.target == target && $1.action == action && !$1.hints.isEmpty }
      .map { ("\(ComponentName.root(of: target.utf8))_\($0)", $1.hints) }
  }

  /// Tells the log what a URL says in vain, each thing ever more seldom: a link that many follow must not fill it.
  func report(_ ignored: [IgnoredParameter]) {
    for parameter in ignored {
      if let report = Report(.ignoredParameter, "\(parameter)", by: seldom) { settings.report(report) }
    }
  }
}
