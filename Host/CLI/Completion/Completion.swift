import ComponentHost
import ComponentKit

/// A command line up to the cursor, and what may stand there.
///
/// Nothing in it is an error: where the line makes no sense, or a component is refused, there are no candidates. A
/// component is loaded only from a folder that the line names, or the environment by whole paths: its content can be
/// learned only by running its code, and a key pressed in another user's folder is no order to do that. Of other
/// folders only what `host list` says is read.
struct Completion {
  /// As the line describes it.
  private let host: Host
  /// Whether components may be loaded.
  private let loads: Bool
  private let current: String
  private let arguments: Arguments
  /// The option whose value is at the cursor.
  private let open: Option?
  /// What the first word can be.
  private let commands: [any Command.Type]

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
    host = context.makeHost(describesOnly: true)
    // A relative folder of the environment is another one in each current folder.
    let areWhole = settings.engine.directories.allSatisfy { $0.utf8.first == UInt8(ascii: "/") }
    commands = context.client == nil ? Program.commands : ControlDoor.commands
    // A host that runs has been told its folders.
    loads = context.client != nil || settings.areNamed && (arguments.has(.plugins) || areWhole)
    self.current = current
  }

  var candidates: Candidates {
    if let open { return candidates(for: open.valueKind(for: command), current) }
    if !arguments.isEnded, current.utf8.first == UInt8(ascii: "-") { return option }
    var words = arguments
    guard let name = words.takeWord() else { return candidates(for: .command, current) }
    guard let command = command(name) else { return .none }
    let kinds = command.words
    let place = words.words.count
    guard place < kinds.count || kinds.last == .parameter else { return .none }
    return candidates(for: kinds[min(place, kinds.count - 1)], current, words.words, kinds)
  }

  private func candidates(
    for kind: WordKind?, _ current: String, _ words: [String] = [], _ kinds: [WordKind] = []
  ) -> Candidates {
    switch kind {
    case .command: names(commands.map { Candidate(name: $0.name, summary: $0.summary) }, current)
    case .oneOf(let texts): names(texts.map { Candidate(name: $0) }, current)
    case .file: .paths(current, isFolder: false)
    case .folder: .paths(current, isFolder: true)
    case .component: names(host.names.map { Candidate(name: $0) }, current)
    case .target where !current.utf8.contains(UInt8(ascii: ".")):
      names(host.names(beginning: current).map { Candidate(name: $0) }, current)
    case .target where loads: names(host.targets(current), current)
    case .action where loads, .parameter where loads:
      // The target's place, and the action's if one is named.
      if let target = kinds.firstIndex(of: .target), target < words.count {
        kind == .action
          ? names(host.actions(of: words[target]), current)
          : parameters(words, words[target], kinds.firstIndex(of: .action))
      } else {
        .none
      }
    case .url where arguments.value(.key) == nil: urls(current)
    case .key: keys(current)
    case .target, .action, .parameter, .url, nil: .none
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
    return names(
      options.filter { $0.isRepeatable || !arguments.has($0) }.map { Candidate(name: $0.name) }, current)
  }

  // MARK: URLs and keys

  // A component's name first, and behind it what it has for callers from outside.
  private func urls(_ current: String) -> Candidates {
    let begin = "\(CallURL.scheme(of: current) ?? arguments.value(.scheme) ?? "app")://"
    if loads, current.utf8.starts(with: begin.utf8), let slash = current.dropFirst(begin.count).firstIndex(of: "/") {
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
    let keys = loads ? begun.flatMap(host.keys(of:)) : []
    let others = all.filter { !begun.contains($0) }.map { Candidate(name: "\($0)_", goesOn: true) }
    return names(keys + others, current)
  }

  // MARK: parameters

  private func parameters(_ words: [String], _ target: String, _ action: Int?) -> Candidates {
    guard let action, let known = try? host.lookUp(target, words[action]) else { return .none }
    let parameters = TypedParameters(known)
    if let sign = current.utf8.firstIndex(of: UInt8(ascii: "=")) {
      return names(parameters.values(behind: current[...sign]), current)
    }
    var given = words.dropFirst(action + 1).map(TypedParameters.key)
    if let whole = arguments.value(.params), let map = try? Value(json: Array(whole.utf8)).map { given += map.keys }
    return names(parameters.names(without: given), current)
  }

  private func names(_ candidates: [Candidate], _ typed: String) -> Candidates {
    .names(candidates.filter { $0.name.utf8.starts(with: typed.utf8) })
  }
}
