import ComponentHost
import ComponentKit

/// `host open`: opens a URL as a caller from outside would.
struct OpenCommand: Command {
  static let name = "open"
  static let summary = "Open a URL, as a caller from outside"
  static let help = Help.open
  static let options = [.timeout, .dryRun, .key] + ReplyForm.options + PolicyOptions.all
  static let words: [WordKind] = [.url]
  /// Where --key says what is called.
  static let wordsOfKey: [WordKind] = [.parameter]

  /// Empty where a key is called.
  private let url: String
  private let key: String?
  private let items: [CallParameters.Item]
  private let limit: TimeLimit
  private let form: ReplyForm
  private let checks: Bool
  private let policy: PolicyOptions

  init(_ arguments: Arguments) throws(Problem) {
    limit = try TimeLimit(arguments)
    form = try ReplyForm(arguments)
    checks = arguments.has(.dryRun)
    policy = try PolicyOptions(arguments)
    key = arguments.value(.key)
    if key != nil {
      if checks {
        throw .usage("--key and --dry-run exclude each other", help: "see what a key leads to with 'host routes'")
      }
      try PolicyOptions.check(arguments, exclude: "--key")
      if let word = arguments.words.first(where: OpenCommand.isURL) {
        throw .usage(
          "a URL and --key exclude each other, and \(quoted(word)) is a URL",
          help: "leave --key out to open the URL, or the URL to call the key")
      }
      url = ""
      items = try arguments.words.map { word throws(Problem) in try CallParameters.Item(word) }
      return
    }
    items = []
    try OpenCommand.checkName(arguments.words)
    guard arguments.words.count == 1 else {
      throw .usage(
        arguments.words.isEmpty ? "open needs a URL" : "open takes one URL, not \(quoted(arguments.words[1])) as well",
        help: "write host open 'app://Reader/showDetail?id=1', in quotes: shells have plans for & and ?")
    }
    url = arguments.words[0]
    // No URL is without a colon, and no component's name has one.
    if url.utf8.contains(UInt8(ascii: "_")), ComponentName.isValid(url.utf8) {
      throw .usage("\(quoted(url)) is no URL", help: "call a map key with 'host open --key \(url)'")
    }
  }

  // What stands before a parameter's sign is its name, which no URL can be.
  private static func isURL(_ word: String) -> Bool {
    guard let scheme = CallURL.scheme(of: word) else { return false }
    return word.utf8.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
  }

  // A target with its action is no URL, in one word or in two.
  private static func checkName(_ words: [String]) throws(Problem) {
    let both: DottedName
    switch words.count {
    case 1:
      guard let name = DottedName(words[0]) else { return }
      both = name
    case 2...:
      guard ComponentName.isValidTarget(words[0].utf8), ComponentName.isValid(words[1].utf8) else { return }
      both = DottedName(target: words[0], action: words[1])
    default: return
    }
    throw .usage(
      "open takes a URL, not a target and an action",
      help: both.help(CallCommand.self), "or as a URL: host open 'app://\(both.target)/\(both.action)'")
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    var context = context
    try context.take(policy)
    let host = context.makeHost(timeLimit: limit.duration, target: key)
    if let key { return try call(key, host, context) }
    if checks { return try check(host, context) }
    return TimedCall(url: url, limit: limit, form).run(on: host, context) { (cancellation) throws(Failure) in
      do throws(Failure) {
        return try host.mediator.strict.open(
          url, timeLimit: limit.ofCall(context), cancellation: cancellation, progress: context.remarks.progress)
      } catch {
        if error.isOfStrictPolicy(context) { throw error.helped(Problem.strictness) }
        // Of a neighbour that is missing explain shows nothing.
        guard error.reason == "unavailable", host.interceptors.contains(where: { host.obstacle(of: $0) != nil }) else {
          throw error
        }
        throw error.helped(Problem.explanation)
      }
    }
  }

  // A key is no URL: it is called as an action is, and its hints stand among the parameters.
  private func call(_ key: String, _ host: Host, _ context: Context) throws(Problem) -> ExitCode {
    let given = try CallParameters(items, whole: [:], files: ParameterFiles(items, context))
    // Of the question as well: it may load the component, and the call has what is left.
    let end = limit.duration.map { Deadline(after: $0) }
    return TimedCall(key: key, limit: limit, form).run(on: host, context) { (cancellation) throws(Failure) in
      let known = try hints(of: key, host, end, cancellation)
      let (hints, parameters) = given.fields.parted { known[$0] != nil }
      do throws(Failure) {
        return try host.mediator.strict.open(
          key: key, parameters, hints: hints, loose: given.loose, timeLimit: end?.timeLeft, cancellation: cancellation,
          progress: context.remarks.progress)
      } catch {
        if error.reason == "mistyped_hint" { throw error.helped("see the hints of \(quoted(key)) with 'host routes'") }
        throw error.suggesting(known, for: parameters)
      }
    }
  }

  private func hints(
    of key: String, _ host: Host, _ end: Deadline?, _ cancellation: Cancellation
  ) throws(Failure) -> Fields {
    do throws(Failure) {
      return try host.hints(ofKey: key, until: end, cancellation)
    } catch {
      // Only what is loaded tells its keys; a component whose name is misspelt is not loaded to suggest one.
      let near = nearNames(to: String(key.prefix { $0 != "_" }), among: host.names)
      guard error.reason == "no_such_key", error.details["suggestions"] == nil, !near.isEmpty else { throw error }
      throw error.helped(Problem.similar("component", near))
    }
  }

  // Whether it could be opened, without opening it.
  private func check(_ host: Host, _ context: Context) throws(Problem) -> ExitCode {
    let answer = try context.loading(limit) {
      host.canOpen(url) { context.remarks.warn(Report.Kind.denied.rawValue, $0) }
    }
    switch answer {
    case .success(let candidate):
      guard context.isJSON else {
        for ignored in candidate.ignored { context.remarks.warn(Report.Kind.ignoredParameter.rawValue, "\(ignored)") }
        let answers = candidate.target.isEmpty ? "the system" : "\(candidate.target).\(candidate.action)"
        return try context.console.print("\(answers) answers\n")
      }
      return try context.console.print(
        Value.map([
          "target": .text(candidate.target), "action": .text(candidate.action),
          "route": candidate.route.map { .text("\($0)") } ?? nil,
          "ignored": .list(
            candidate.ignored.map {
              [
                "parameter": .text($0.name), "suggestions": .list($0.suggestions.map(Value.text)),
                "key": $0.key.map(Value.text) ?? .null,
              ]
            }),
        ]).jsonLine)
    case .failure(let failure):
      var problem = Problem(ofURL: failure)
      // Without a call it is an interceptor that is missing.
      if problem.reason == "unavailable" { problem.help.append(Problem.explanation) }
      if failure.isOfStrictPolicy(context) { problem.help.append(Problem.strictness) }
      throw problem
    }
  }
}

extension Failure {
  /// The same, where a parameter that nobody declares may have been meant as one of a key's hints.
  fileprivate func suggesting(_ hints: Fields, for given: Fields) -> Failure {
    guard isOfUndeclared, let name = details["parameter"]?.text,
      given[name] != nil, let near = nearNames(to: name, among: hints.keys).first
    else { return self }
    return helped("did you mean the hint \(quoted(near))?")
  }

  /// Whether a parameter is refused that would be ignored by another policy.
  fileprivate func isOfStrictPolicy(_ context: Context) -> Bool {
    isOfUndeclared && context.settings.engine.policy.refusesUnknown
  }

  fileprivate func helped(_ help: String) -> Failure {
    var failure = self
    failure.details["help"] = .text(help)
    return failure
  }
}

extension Fields {
  /// Those whose keys are of one sort, and the others.
  fileprivate func parted(_ isFirst: (String) -> Bool) -> (Fields, Fields) {
    let first = filter { isFirst($0.key) }.map { ($0.key, $0.value) }
    let others = filter { !isFirst($0.key) }.map { ($0.key, $0.value) }
    return (Fields(unique: first), Fields(unique: others))
  }
}
