public import ComponentKit

/// What callers from outside may reach, and how.
///
/// An action is open to them only where its component exposes it; a policy can take away from that, never add to it.
public struct Policy: Sendable {
  /// The schemes of URLs that are taken, in lower case; nil for any.
  public var schemes: Set<String>?
  /// What the names of targets and actions must look like.
  public var targetShape = NameShape()
  public var actionShape = NameShape()
  /// The targets that may be reached, each with all below it; nil for any.
  public var allowedTargets: [String]?
  /// The targets that may not be reached, each with all below it. They go before the allowed ones.
  public var deniedTargets: [String] = []
  /// Sees every URL that is right so far; what it returns is why the URL is refused.
  public var refuse: (@Sendable (CallURL) -> String?)?
  /// How many bytes a URL may have.
  public var lengthLimit = CallURL.lengthLimit
  /// How many keys and values a URL may have.
  public var parameterLimit = CallURL.parameterLimit
  /// What becomes of the names in every URL's query; what a route says for itself goes before it.
  public var query = QueryNames()
  /// Whether a URL is refused whose query says something that the action does not declare. It is ignored otherwise, and
  /// reported.
  public var refusesUnknown = false
  /// Other names of components, for map keys: `["book": "BookDetail"]` makes `book_cover` a key.
  public var aliases: [String: String] = [:]
  /// The routes that are not the components' own.
  public var routes: [Route] = []
  /// The interceptors before every call, from outside or not.
  public var interceptors: [Interceptor] = []
  /// Which components run in processes of their own.
  public var isolation = Isolation.none
  /// What is called on other hosts where it is not in the folders.
  public var elsewhere = ElsewherePolicy()
  /// The file that it was read from, for messages; empty where the program made it.
  public var file = ""
  /// Schemes, in lower case, that are handed to the system: the command to run, which gets the URL as its last
  /// argument. What `schemes` names, and what a route with a scheme of its own leads to, stays inside.
  public var outbound: [String: [String]] = [:]
  /// What isolated components may do, by their names; each is confined.
  public var confinements: [String: Confinement] = [:]
  /// What those may do that have no own entry; nil where they are confined only if the settings say so.
  public var confinement: Confinement?
  /// What a door shows to everybody who reaches it.
  public var shown = Shown()

  public init() {}

  /// What there is beside the calls themselves, each thing only for the owner unless it stands here, or in the door's own
  /// settings.
  public struct Shown: Sendable, Equatable {
    /// Its figures.
    public var metrics = false
    /// What there is to call, and nothing else.
    public var openAPI = false
    /// These events. None of them needs to be there yet.
    public var events: [String] = []

    public init() {}
  }

  /// What a name begins and ends with.
  public struct NameShape: Sendable, Equatable {
    public var prefix = ""
    public var suffix = ""

    public init(prefix: String = "", suffix: String = "") {
      self.prefix = prefix
      self.suffix = suffix
    }

    /// What a name lacks that has not this form.
    fileprivate var words: String {
      let parts = [
        prefix.isEmpty ? nil : "begin with \(quoted(prefix))", suffix.isEmpty ? nil : "end in \(quoted(suffix))",
      ]
      return "does not \(parts.compactMap { $0 }.joined(separator: " and ")), as the policy asks"
    }

    func fits(_ name: String) -> Bool {
      // Most policies ask for nothing here, and `hasPrefix` is slow to find that out.
      if prefix.isEmpty, suffix.isEmpty { return true }
      return name.utf8.count >= prefix.utf8.count + suffix.utf8.count && name.hasPrefix(prefix)
        && name.hasSuffix(suffix)
    }
  }
}

extension Policy {
  var owner: RouteOwner { file.isEmpty ? .program : .policy(file) }

  /// Why a URL may not be opened, whatever it leads to; nil where it may.
  func refusal(of url: CallURL) -> Failure? { refusal(ofScheme: url.scheme) ?? veto(url) }

  /// Whether URLs of a scheme are taken, if they lead somewhere.
  public func takes(scheme: String) -> Bool { refusal(ofScheme: scheme) == nil }

  /// Why URLs of a scheme are not taken, whatever they lead to; nil where they are.
  package func refusal(ofScheme scheme: String) -> Failure? {
    guard let schemes, !schemes.contains(scheme) else { return nil }
    return Failure(.denied, "scheme_refused", "URLs of the scheme '\(excerpt(scheme))' are not taken")
  }

  /// What the program has against a URL.
  func veto(_ url: CallURL) -> Failure? {
    if let reason = refuse?(url) { return Failure(.denied, "url_refused", "the URL is refused: \(excerpt(reason))") }
    return nil
  }

  /// Whether some names may not be reached that are open to callers from outside.
  var looksAtNames: Bool {
    !deniedTargets.isEmpty || allowedTargets != nil || targetShape != NameShape() || actionShape != NameShape()
  }

  /// Why a target's action may not be reached, for the host's own log; nil where it may.
  public func objection(to target: String, _ action: String) -> String? {
    if let objection = objection(to: target) { return objection }
    return actionShape.fits(action) ? nil : "the action's name \(actionShape.words)"
  }

  /// Whether a target, or this action of it, may not be reached, whatever its component says.
  func hides(_ target: String, _ action: String?) -> Bool {
    (action.map { objection(to: target, $0) } ?? objection(to: target)) != nil
  }

  /// Why no target of a component may be reached, whatever it registers; nil where one may.
  func objection(toAllOf component: String) -> String? {
    if let denied = deniedTargets.first(where: { Policy.covers($0, component) }) {
      return "the target '\(denied)' is denied"
    }
    // The names of its targets begin with its own.
    let prefix = targetShape.prefix
    if !component.hasPrefix(prefix), !prefix.hasPrefix(component) {
      return "the name of each of its targets \(targetShape.words)"
    }
    let isAllowed = allowedTargets.map { $0.contains { Policy.covers($0, component) || Policy.covers(component, $0) } }
    return isAllowed == false ? "the target '\(component)' is not among the allowed ones" : nil
  }

  private func objection(to target: String) -> String? {
    if let denied = deniedTargets.first(where: { Policy.covers($0, target) }) {
      return "the target '\(denied)' is denied"
    }
    if let allowedTargets, !allowedTargets.contains(where: { Policy.covers($0, target) }) {
      return "the target '\(target)' is not among the allowed ones"
    }
    return targetShape.fits(target) ? nil : "the target's name \(targetShape.words)"
  }

  /// Whether callers from outside may call an action, as its component and this say.
  public func isOpen(_ action: LoadedAction, of target: LoadedTarget) -> Bool {
    action.isRemote && objection(to: target.name, action.name) == nil
  }

  // A name stands for itself and for all below it.
  static func covers(_ name: String, _ target: String) -> Bool {
    guard target.utf8.starts(with: name.utf8) else { return false }
    let next = target.utf8.dropFirst(name.utf8.count).first
    return next == nil || next == UInt8(ascii: ".")
  }
}
