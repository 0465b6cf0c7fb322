import ComponentCluster
import ComponentHost
import ComponentKit

/// `explain`, in a cluster: who has a component, and where a call would go, or why nowhere.
struct ClusterExplainCommand: Command {
  static let name = "explain"
  static let summary = "Show where a call would go, and call nobody"
  static let help = Help.clusterExplain
  static let options: [Option] = []
  static let words: [WordKind] = [.target, .action]

  private let target: String
  private let action: String?

  init(_ arguments: Arguments) throws(Problem) {
    let words = arguments.words
    guard (1...2).contains(words.count), !words[0].looksLikeURL else {
      throw .usage(
        "explain needs a target, and perhaps an action", help: "write host --cluster URL explain TARGET [ACTION]")
    }
    (target, action) = (words[0], words.dropFirst().first)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let steps = try steps(context.ofCluster(), context)
    if context.isJSON { return try context.console.print(Value.list(steps.map(\.json)).jsonLine) }
    let lines = steps.map { ["  \($0.stage)", ($0.isObstacle ? "x " : "  ") + shown($0.message, lineBreaks: false)] }
    return try context.console.print(ListText.aligned(lines, rightAligned: []))
  }

  private struct Step {
    let stage: String
    let message: String
    var isObstacle = false

    var json: Value { ["stage": .text(stage), "message": .text(message), "obstacle": .bool(isObstacle)] }
  }

  private var path: String { action.map { "\(target).\($0)" } ?? target }

  private func end(failing words: String) -> Step {
    Step(stage: "end", message: "a call fails: \(words)", isObstacle: true)
  }

  private func steps(_ cluster: ClusterReach, _ context: Context) throws(Problem) -> [Step] {
    do throws(Problem) { _ = try cluster.client() } catch {
      // What is typed wrong is an error here as well.
      if error.reason != "unreachable" { throw error }
      return error.notes.map { Step(stage: "broker", message: $0, isObstacle: true) } + [end(failing: error.message)]
    }
    var steps = [Step(stage: "broker", message: "one of the cluster \(quoted(cluster.name)) is connected")]
    let name = ComponentName.root(of: target.utf8)
    guard ComponentName.isValidTarget(target.utf8), action.map({ ComponentName.isValid($0.utf8) }) ?? true else {
      return steps + [end(failing: "\(quoted(path)) can't be a name")]
    }
    let services = try cluster.gather(.actions, of: name, .component, context)
    guard let best = services.first else {
      let failure = cluster.nobody(has: name)
      let near = (failure.details["suggestions"]?.list ?? []).compactMap(\.text)
      let words = near.isEmpty ? "" : "; there is \(near.map(quoted).joined(separator: ", "))"
      steps.append(Step(stage: "hosts", message: failure.message + words, isObstacle: true))
      return steps + [end(failing: failure.message)]
    }
    for row in ClusterRow.rows(services) {
      let version = row.version.map { "\($0)" } ?? "a version that is not known yet"
      steps.append(Step(stage: "hosts", message: "\(name) is there in \(version) on \(row.hostsText)"))
    }
    // Those of whom one gets the call: the subject has the major version, and who does not know its own takes any.
    let major = best.version?.major
    let taking = services.filter { $0.version == nil || $0.version?.major == major }
    if let major {
      steps.append(Step(stage: "version", message: "a call that needs no other version goes to the highest: \(major)"))
    } else {
      steps.append(
        Step(stage: "version", message: "nobody knows it before a call has the component loaded, which looks at it"))
    }
    if action != nil || target != name {
      let step = open(taking, name)
      steps.append(step)
      if step.isObstacle { return steps + [end(failing: "\(path) is not open to callers from outside")] }
    }
    let count = taking.count
    let version = major.map { " in version \($0)" } ?? ""
    let hosts = count == 1 ? "host \(taking[0].host)" : "one of \(count) hosts"
    return steps + [Step(stage: "end", message: "\(path) is called\(version) on \(hosts)")]
  }

  // Whether those who would get the call have the action open, or something of the target.
  private func open(_ taking: [ClusterMember], _ name: String) -> Step {
    let stage = action == nil ? "target" : "action"
    let telling = taking.filter(\.tellsActions)
    let having = telling.filter { service in
      service.endpoints.contains { $0.target == target && (action == nil || $0.action == action) }
    }
    if !telling.isEmpty, having.isEmpty, telling.count == taking.count {
      let open = telling.flatMap(\.endpoints)
      let names = action == nil ? open.map(\.target) : open.filter { $0.target == target }.map(\.action)
      let near = nearNames(to: action ?? target, among: Set(names).sorted())
      let words = near.isEmpty ? "" : "; there is \(near.map(quoted).joined(separator: ", "))"
      return Step(stage: stage, message: "\(path) is not open there, or not there at all\(words)", isObstacle: true)
    }
    if having.count == taking.count { return Step(stage: stage, message: "\(path) is open") }
    if having.isEmpty || telling.count < taking.count {
      return Step(
        stage: stage,
        message: "whether \(path) is open \(taking.count - telling.count) of them would have to load it to know")
    }
    return Step(
      stage: stage, message: "\(path) is open on \(having.count) of \(taking.count) hosts: elsewhere a call of it fails"
    )
  }
}

extension Help {
  static let clusterExplain = """
    explain - \(Help.clause(ClusterExplainCommand.summary))

    USAGE
      host --cluster URL explain TARGET [ACTION] [OPTIONS]

      Shows step by step whether a broker is there, who has the component in which
      version, whether what is named is open, and which of them a call would go to;
      an x is before what a call fails for. Nothing is called or loaded.

    EXAMPLE
      host --cluster nats://127.0.0.1:4222 explain Reader showDetail

    \(ClusterCommands.options)

    JSON
      A list of objects, the first step first, with the keys stage ("broker",
      "hosts", "version", "target", "action" or "end"), message and obstacle
      (whether a call fails for it).

    """
}
