import ComponentABI
public import ComponentKit

/// What a URL or a map key may lead to.
public struct Candidate: Sendable, Equatable {
  public let target: String
  public let action: String
  public internal(set) var parameters: Fields
  /// What is said apart from the parameters.
  public internal(set) var hints: Fields {
    get { keyHints ?? [:] }
    set { keyHints = newValue }
  }
  var hasHints: Bool { keyHints?.isEmpty == false }
  // Nil where there are none, as mostly: references to the empty list are counted as well.
  private var keyHints: Fields?
  /// What the URL's query says in vain.
  public var ignored: [IgnoredParameter] { notes?.ignored ?? [] }
  // Nil where all texts are loose, as they mostly are: no list has to be made and searched then.
  private let looseKeys: [String]?
  private let entry: RouteEntry?
  // By what the action declares a URL's query was brought together; nil where anything goes.
  private let check: Unmanaged<ParameterCheck>?
  let notes: QueryNotes?
  /// Whether a caller in code has added something to a URL, if only that it takes any reply.
  var isLocal: Bool { manner.contains(.local) }
  let manner: Opening.Manner

  /// The action that was found to answer; nil where nobody has looked for it.
  ///
  /// Safe: entries are never freed, and what changes in one is atomic.
  nonisolated(unsafe) var answering: UnsafeMutablePointer<Entry>?

  /// The keys of texts that become what the action declares.
  public var loose: [String] { looseKeys ?? parameters.keys }

  /// The route that led there; nil where the path itself names the action.
  public var route: Route? { entry?.route }

  var isRouted: Bool { entry != nil }

  @inline(__always)
  init(target: String, action: String, parameters: Fields = [:], hints: Fields = [:]) {
    self.target = target
    self.action = action
    self.parameters = parameters
    keyHints = hints.isEmpty ? nil : hints
    (looseKeys, entry, check, notes, manner) = (nil, nil, nil, nil, [])
  }

  /// What a URL's path names, whose query says just what the action declares.
  init(_ url: CallURL, _ plain: PlainWay) {
    (target, action, parameters, keyHints) = (url.host, url.path[0], plain.added ?? url.parameters, nil)
    (looseKeys, entry, notes) = (plain.added == nil ? nil : [], nil, nil)
    (check, manner, answering) = (plain.check, plain.manner, plain.entry)
  }

  /// What a URL's path names, with its query.
  @inline(__always)
  init(target: String, action: String, _ query: Query) {
    self.target = target
    self.action = action
    (parameters, keyHints) = (query.fields, query.ownHints)
    (looseKeys, entry, notes) = (query.loose, nil, query.notes)
    (check, manner) = (query.check, query.manner)
  }

  /// Where a route leads, with what the path says, and the query besides.
  init(_ match: RouteMatch, _ query: Query) throws(Failure) {
    (target, action, parameters, keyHints) = (match.route.target, match.route.action, match.parameters, nil)
    looseKeys = match.loose + (query.loose ?? query.fields.keys)
    (entry, notes) = (match.entry, query.notes)
    (check, manner) = (query.check, query.manner)
    query.check?._withUnsafeGuaranteedRef { $0.makeLists(&parameters, of: match) }
    for (key, value) in query.fields {
      guard parameters[key] == nil else {
        let giver = match.route.fixed[key] == nil ? "given by the path" : "fixed by the route"
        let name = query.notes?.said(for: key).map { "\(quoted($0)) is taken as \(quoted(key)), which" } ?? quoted(key)
        throw Failure(
          .invalidParameters, "duplicate_parameter", "the parameter \(name) is \(giver) already",
          details: ["parameter": .text(excerpt(key))]
        ).toOutside
      }
      parameters[key] = value
    }
  }

  /// What a map key stands for, with a URL's query, of which those that are hints become hints.
  init(_ key: Candidate, _ query: Query) throws(Failure) {
    (target, action, keyHints, entry, looseKeys) = (key.target, key.action, key.keyHints, nil, query.loose)
    (parameters, notes) = ([:], query.notes)
    (check, manner) = (query.check, query.manner)
    for (key, value) in query.fields {
      if hints[key] == nil {
        parameters[key] = value
      } else {
        let isLoose = query.isLoose(key)
        let flags = isLoose ? COMPONENT_VALUE_LOOSE : manner.contains(.json) ? COMPONENT_VALUE_JSON : 0
        do throws(Failure) { try take(hint: key, value, flags) } catch {
          throw (isLoose ? error.countingValues(value, "") : error).toOutside
        }
      }
    }
  }

  /// The same with other parameters: of its texts those stay loose that are the same.
  init(_ other: Candidate, with parameters: Fields) {
    (target, action, keyHints, entry) = (other.target, other.action, other.keyHints, other.entry)
    (check, notes, manner) = (other.check, other.notes, other.manner)
    looseKeys = other.loose.filter { parameters[$0] == other.parameters[$0] }
    self.parameters = parameters
    answering = other.answering
  }

  public static func == (a: Candidate, b: Candidate) -> Bool {
    a.target == b.target && a.action == b.action && a.parameters == b.parameters && a.hints == b.hints
      && a.loose == b.loose && a.route == b.route && a.ignored == b.ignored
  }

  /// Lends the parameters to C, those that are loose marked.
  func withBorrowedParameters(_ body: (UnsafeMutableBufferPointer<component_entry>) -> Int32) -> Int32 {
    if let looseKeys { return parameters.withBorrowed(loose: looseKeys, fromJSON: manner.contains(.json), body) }
    return parameters.withBorrowedLoose(body)
  }
}

extension Candidate {
  /// Whether the action is another one by now, or will be: what the query says was brought together with what the old one
  /// declared.
  func isOutdated(_ host: Host, _ patience: Patience) -> Bool {
    guard let entry = host.entry(target, action, patience), entry.pointee.takesCalls else { return true }
    return entry.pointee.check?.toOpaque() != check?.toOpaque()
  }

  func answered(by entry: UnsafeMutablePointer<Entry>?) -> Candidate {
    var candidate = self
    candidate.answering = entry
    return candidate
  }

  /// Whether one of these leads the same way, with the same that its path says.
  func isAmong(_ others: [Candidate]) -> Bool {
    others.contains { $0.leads(to: target, action) && $0.route == route && $0.parameters == parameters }
  }

  func leads(to target: String, _ action: String) -> Bool {
    self.target.utf8.elementsEqual(target.utf8) && self.action.utf8.elementsEqual(action.utf8)
  }

  /// Takes a hint, which must be one that callers may give and of the kind that its default has, as if that were declared
  /// of a parameter.
  ///
  /// - Parameter flags: what is said of a text: that it was typed without a type, or comes from JSON.
  mutating func take(hint key: String, _ value: Value, _ flags: UInt32) throws(Failure) {
    guard let known = hints[key] else {
      let near = nearNames(to: key, among: hints.keys)
      throw Failure(
        .invalidParameters, "unknown_hint", "there is no hint \(quoted(key))",
        details: (["hint": .text(excerpt(key))] as Fields).adding(near))
    }
    guard let read = Candidate.read(value, like: known, flags) else {
      let found = value.withBorrowed { $0.pointee.found(for: .any) }
      throw Failure(
        .invalidParameters, "mistyped_hint",
        "the hint \(quoted(key)) must be \(known.kindName.withArticle), not \(found)",
        details: ["hint": .text(excerpt(key)), "expected": .text(known.kindName)])
    }
    hints[key] = read
  }

  // Nil where something would be lost.
  private static func read(_ value: Value, like known: Value, _ flags: UInt32) -> Value? {
    let form = TypeForm(hint: known)
    let read = value.withBorrowed(textFlags: flags) { value in
      Result { () throws(Mismatch) in try Conversion(types: TypeNames()).convert(value.pointee, to: form) }
    }
    switch read {
    case .success(let converted): return converted ?? value
    // What comes once is a list of one, unless it is one in JSON.
    case .failure:
      let isOne = flags & COMPONENT_VALUE_LOOSE != 0 && form.isList && value.text?.isEmpty == false
      return isOne ? .list([value]) : nil
    }
  }
}

extension Candidate: CustomStringConvertible {
  /// `Reader.open {"id":1}`, and behind that the hints.
  public var description: String { "\(target).\(action) \(parameters)" + (hints.isEmpty ? "" : " \(hints)") }
}

extension Failure {
  /// The same, where a parameter that nobody declares may have been meant as one of a key's hints.
  func suggesting(_ hints: Fields) -> Failure {
    guard isOfUndeclared, details["suggestions"] == nil, let name = details["parameter"]?.text else { return self }
    var failure = self
    failure.details = details.adding(nearNames(to: name, among: hints.keys))
    return failure
  }
}

extension Fields {
  /// With the names that may have been meant, if there are some.
  fileprivate func adding(_ suggestions: [String]) -> Fields {
    var fields = self
    if !suggestions.isEmpty { fields["suggestions"] = .list(suggestions.map(Value.text)) }
    return fields
  }
}
