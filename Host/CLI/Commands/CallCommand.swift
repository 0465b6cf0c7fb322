import ComponentHost
import ComponentKit

/// `host call`: calls an action and prints its reply.
struct CallCommand: Command {
  static let name = "call"
  static let summary = "Call an action and print its reply"
  static let help = Help.call
  static let options = [.params, .timeout, .policy, .skip] + ReplyForm.options + [.trace]
  static let words: [WordKind] = [.target, .action, .parameter]

  private let target: String
  private let action: String
  private let items: [CallParameters.Item]
  /// What `--params` says: JSON, or "-" for the standard input.
  private let whole: String?
  private let limit: TimeLimit
  private let form: ReplyForm
  private let trace: String?
  private let policy: PolicyOptions
  /// The interceptors that don't see the call.
  private let skips: [String]

  init(_ arguments: Arguments) throws(Problem) {
    let words = arguments.words
    // No action's name has a sign in it, and a word with one is a parameter.
    guard words.count >= 2, !words[1].utf8.contains(UInt8(ascii: "=")) else {
      throw CallCommand.withoutAction(words.first)
    }
    target = words[0]
    action = words[1]
    var items: [CallParameters.Item] = []
    for word in words.dropFirst(2) { items.append(try CallParameters.Item(word)) }
    self.items = items
    whole = arguments.value(.params)
    limit = try TimeLimit(arguments)
    form = try ReplyForm(arguments)
    trace = arguments.value(.trace)
    if trace == "-" {
      throw .usage("--trace needs a file, and '-' is none", help: "write --trace FILE; a file of that name is ./-")
    }
    policy = try PolicyOptions(arguments)
    skips = arguments.values(.skip)
  }

  private static func withoutAction(_ target: String?) -> Problem {
    let form = "write host call TARGET ACTION [key=text | key:=json]..."
    guard let target else { return .usage("call needs a target and an action", help: form) }
    let message = "call needs an action behind the target \(quoted(target))"
    guard !target.looksLikeURL else {
      return .usage("call takes a target and an action, not a URL", help: "write host open URL")
    }
    guard target.isPlainWord else { return .usage(message, help: form) }
    if let both = DottedName(target) { return .usage(message, help: both.help(CallCommand.self)) }
    return .usage(message, help: "see its actions with 'host describe \(target)'")
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    var context = context
    try context.take(policy)
    try checkSkips(context)
    if trace != nil, context.session != nil {
      throw .usage("--trace is for a process of its own", help: "write host call TARGET ACTION --trace FILE in a shell")
    }
    let trace = try trace.map { path throws(Problem) in try TraceFile(path) }
    do throws(Problem) {
      let exit = try call(context, trace)
      try trace?.finish(context.remarks)
      return exit
    } catch {
      do throws(Problem) { try trace?.finish(context.remarks) } catch { context.remarks.show(error) }
      var problem = error
      problem.target = target
      problem.action = action
      throw problem
    }
  }

  private func call(_ context: Context, _ trace: TraceFile?) throws(Problem) -> ExitCode {
    let files = try ParameterFiles(items, besides: whole, context)
    let fields = try readWhole(context)
    let began = ContinuousClock.now
    let known = try lookUpInCluster(context)
    // What was asked ahead of the call is a part of its time.
    let limit = context.cluster == nil ? self.limit : self.limit.left(since: began)
    let host = context.makeHost(timeLimit: limit.duration, target: target, action: action, trace: trace)
    let declared =
      context.cluster == nil ? files?.declared(target, action, host, limit) : files?.declared(known)
    let parameters = try CallParameters(items, whole: fields, files: declared)
    // There a text is a text, whoever has typed it.
    let typed = known?.typed(parameters.fields, loose: parameters.loose) ?? parameters.fields
    return TimedCall(target: target, action: action, limit: limit, form).run(on: host, context) {
      (cancellation) throws(Failure) in
      let answer = try answer(in: context.cluster) { () throws(Failure) in
        try host.mediator.strict.skipping(skips).answer(
          target, action, typed, loose: parameters.loose, fromJSON: true, timeLimit: limit.ofCall(context),
          cancellation: cancellation, progress: context.remarks.progress)
      }
      if let host = answer.host { context.remarks.tell(from: host) }
      return try host.held(answer.reply, of: target, action)
    }
  }

  // What is declared there of the action, where the parameters ask for that.
  private func lookUpInCluster(_ context: Context) throws(Problem) -> LookUp? {
    guard let cluster = context.cluster else { return nil }
    _ = try cluster.client()
    let isAsked = items.contains { item in if case .json = item { false } else { true } }
    return isAsked ? try cluster.lookUp(target, action, within: limit.duration) : nil
  }

  // Of what nobody in the cluster has it says what is like it there.
  private func answer(
    in cluster: ClusterReach?, _ call: () throws(Failure) -> PlacedReply
  ) throws(Failure) -> PlacedReply {
    do throws(Failure) { return try call() } catch {
      guard let cluster, error.reason == "no_such_component", error.details["host"] == nil else { throw error }
      throw cluster.nobody(has: ComponentName.root(of: target.utf8))
    }
  }

  // An unknown name is an error: the interceptor that was meant would stay in the way.
  private func checkSkips(_ context: Context) throws(Problem) {
    let names = context.settings.engine.policy.interceptors.map(\.name)
    guard let unknown = skips.first(where: { !names.contains($0) }) else { return }
    throw .unknown(
      "interceptor", unknown, among: names,
      orElse: names.isEmpty
        ? "there is none: name the policy with \(context.session.map { "'\($0.beginning) --policy FILE'" } ?? "--policy FILE")"
        : "there are \(names.map(quoted).joined(separator: ", "))"
    )
  }

  private func readWhole(_ context: Context) throws(Problem) -> Fields {
    guard let whole else { return [:] }
    guard whole == "-" else { return try JSONText(whole, of: "--params").map() }
    return try JSONText(
      try context.readInput(for: "--params -", orElse: "write --params JSON"), of: "the standard input"
    )
    .map()
  }
}

extension String {
  /// Whether a person who wrote it will have meant a URL.
  var looksLikeURL: Bool {
    // By bytes: characters of Swift can hide what stands behind a slash.
    var rest = utf8[...]
    while !rest.isEmpty, !rest.starts(with: "://".utf8) { rest = rest.dropFirst() }
    return !rest.isEmpty
  }
}
