import ComponentHost
import ComponentKit
import Glibc

/// A command line up to the cursor, and what may stand there.
///
/// Nothing in it is an error: where the line makes no sense, or a component is refused, there are no candidates. No component
/// is loaded, since a key that is pressed is no order to run anybody's code. What is in one is known where it is kept of that
/// very file, or loaded in the host that does the command; what is not known is not completed.
struct Completion {
  /// As the line describes it.
  private let host: Host
  private let current: String
  private let arguments: Arguments
  /// The option whose value is at the cursor.
  private let open: Option?
  /// What the first word can be.
  private let commands: [any Command.Type]
  /// The cluster that the line is for.
  private let cluster: ClusterNames?

  /// Nil where the line makes no sense.
  init?(words: [String], current: String, _ context: Context) {
    if let arguments = try? Arguments(words) {
      (self.arguments, open) = (arguments, nil)
    } else if let last = words.last, let option = Option(written: last),
      option.takesValue, let arguments = try? Arguments(words.dropLast())
    {
      (self.arguments, open) = (arguments, option)
    } else {
      return nil
    }
    guard let settings = try? HostSettings(arguments, context.console, context.remarks) else { return nil }
    var context = context
    context.settings = settings
    if context.session == nil { context.settings.engine.policy = Completion.policy(self.arguments) }
    host = context.makeHost(describesOnly: true)
    let isForCluster = context.session == nil && ClusterCommands.areMeant(self.arguments)
    cluster = isForCluster ? (try? ClusterReach(self.arguments)).map { ClusterNames($0) } : nil
    commands =
      isForCluster ? ClusterCommands.all : context.client == nil ? Program.commands : ControlDoor.commands
    self.current = current
  }

  // What the line says of callers from outside. Of a policy that can't be read, or only once, nobody knows what it leaves
  // open.
  private static func policy(_ arguments: Arguments) -> Policy {
    let isThere = arguments.value(.policy).map(isFile) ?? true
    if isThere, let options = try? PolicyOptions(arguments), let policy = try? options.policy() { return policy }
    var closed = Policy()
    closed.allowedTargets = []
    return closed
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  var candidates: Candidates {
    if let open { return candidates(for: open.valueKind(for: command), current) }
    if !arguments.isEnded, current.utf8.first == UInt8(ascii: "-") { return option }
    var words = arguments
    guard let name = words.takeWord() else { return candidates(for: .command, current) }
    guard let command = command(name) else { return .none }
    let key = command == OpenCommand.self ? arguments.value(.key) : nil
    let kinds = key == nil ? command.words : OpenCommand.wordsOfKey
    let place = words.words.count
    guard place < kinds.count || kinds.last == .parameter else { return .none }
    return candidates(for: kinds[min(place, kinds.count - 1)], current, words.words, kinds)
  }

  private func candidates(
    for kind: WordKind?, _ current: String, _ words: [String] = [], _ kinds: [WordKind] = []
  ) -> Candidates {
    if kind == .parameter, let path = TypedParameters.path(in: current) {
      return .paths(String(path), behind: String(current[..<path.startIndex]), isFolder: false)
    }
    return switch kind {
    case .command: names(commands.map { Candidate(name: $0.name, summary: $0.summary) }, current)
    case .oneOf(let texts): names(texts.map { Candidate(name: $0) }, current)
    case .file: .paths(current, isFolder: false)
    case .folder: .paths(current, isFolder: true)
    case .component: names(host.names.map { Candidate(name: $0) }, current)
    case .target where cluster != nil: names(cluster?.targets(current) ?? [], current)
    case .target where !current.utf8.contains(UInt8(ascii: ".")):
      names(host.names(beginning: current).map { Candidate(name: $0) }, current)
    case .target: names(host.targets(current), current)
    case .parameter where arguments.value(.key) != nil:
      parameters(host.parameters(ofKey: arguments.value(.key) ?? ""), given: words)
    case .action, .parameter:
      // The target's place, and the action's if one is named.
      if let target = kinds.firstIndex(of: .target), target < words.count {
        kind == .action
          ? names(cluster?.actions(of: words[target]) ?? host.actions(of: words[target]), current)
          : parameters(words, words[target], kinds.firstIndex(of: .action))
      } else {
        .none
      }
    case .url: urls(current)
    case .key: keys(current)
    case nil: .none
    }
  }

  private var command: (any Command.Type)? {
    arguments.words.first.flatMap { command($0) }
  }

  private func command(_ name: String) -> (any Command.Type)? { commands.first { $0.name == name } }

  // MARK: options

  private var option: Candidates {
    if let sign = current.utf8.firstIndex(of: UInt8(ascii: "=")) {
      let behind = current[...sign]
      let option = Option(written: String(current[..<sign]))
      switch candidates(for: option?.valueKind(for: command), String(current[behind.endIndex...])) {
      case .paths(let path, _, let isFolder): return .paths(path, behind: String(behind), isFolder: isFolder)
      case .names(let names):
        return .names(
          names.map {
            var whole = $0
            whole.name = behind + $0.name
            return whole
          })
      }
    }
    var words = arguments
    var options = Option.common
    if let name = words.takeWord() {
      guard let command = command(name) else { return .none }
      options += command.options
    } else {
      options.append(.version)
    }
    if cluster != nil { options.removeAll { ClusterReach.foreign.contains($0) || $0 == .connect } }
    return names(
      options.filter { $0.isRepeatable || !arguments.has($0) }.map { Candidate(name: $0.name) }, current)
  }

  // MARK: URLs and keys

  // A component's name first, and behind it what it has for callers from outside.
  private func urls(_ current: String) -> Candidates {
    let scheme = CallURL.scheme(of: current) ?? arguments.value(.scheme) ?? "app"
    guard host.settings.policy.takes(scheme: scheme) else { return .none }
    let begin = "\(scheme)://"
    if current.utf8.starts(with: begin.utf8), let slash = current.dropFirst(begin.count).firstIndex(of: "/") {
      let target = String(current[..<slash].dropFirst(begin.count))
      return names(host.openActions(of: target, behind: String(current[...slash])), current)
    }
    let typed = current.utf8.starts(with: begin.utf8) ? String(current.dropFirst(begin.count)) : ""
    return names(host.names(beginning: typed).map { Candidate(name: "\(begin)\($0)/", goesOn: true) }, current)
  }

  // The same: a component's name may have a '_' in it as well.
  private func keys(_ current: String) -> Candidates {
    let all = host.names(beginning: "")
    let begun = all.filter { current.utf8.starts(with: "\($0)_".utf8) }
    let keys = begun.flatMap(host.keys(of:))
    let others = all.filter { !begun.contains($0) }.map { Candidate(name: "\($0)_", goesOn: true) }
    return names(keys + others, current)
  }

  // MARK: parameters

  private func parameters(_ words: [String], _ target: String, _ action: Int?) -> Candidates {
    guard let action else { return .none }
    let found =
      cluster == nil ? host.knownLookUp(target, words[action]) : cluster?.lookUp(target, words[action])
    return parameters(found.map { TypedParameters($0) }, given: words.dropFirst(action + 1))
  }

  private func parameters(_ known: TypedParameters?, given words: some Sequence<String>) -> Candidates {
    guard let known else { return .none }
    if let sign = current.utf8.firstIndex(of: UInt8(ascii: "=")) {
      return names(known.values(behind: current[...sign]), current)
    }
    var given = words.map(TypedParameters.key)
    if let whole = arguments.value(.params), let map = try? Value(json: Array(whole.utf8)).map { given += map.keys }
    return names(known.names(without: given), current)
  }

  private func names(_ candidates: [Candidate], _ typed: String) -> Candidates {
    .names(candidates.filter { $0.name.utf8.starts(with: typed.utf8) })
  }
}
