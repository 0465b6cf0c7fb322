/// The options of all commands; each means the same wherever it is taken.
enum Option: String, CaseIterable, Sendable {
  case plugins
  case trustAny = "trust-any"
  case inPlace = "in-place"
  case isolate
  case confine
  case state
  case noCache = "no-cache"
  case connect
  case cluster
  case clusterName = "cluster-name"
  case clusterLogin = "cluster-login"
  case json
  case params
  case raw
  case field
  case trace
  case format
  case timeout
  case skip
  case targets
  case generations
  case why
  case compatible
  case dryRun = "dry-run"
  case key
  case policy
  case scheme
  case allow
  case deny
  case language
  case layer
  case lean
  case sdk
  case check
  case quick
  case seed
  case unconfined
  case listen
  case control
  case console
  case behindProxy = "behind-proxy"
  case hostName = "name"
  case log
  case logCalls = "log-calls"
  case metrics
  case openAPI = "openapi"
  case events
  case threads
  case connections
  case calls
  case targetCalls = "target-calls"
  case heldBytes = "held-bytes"
  case body
  case message
  case grace
  case help
  case version

  /// What every command takes.
  static let common = allCases.filter(\.isCommon)

  var isCommon: Bool {
    switch self {
    case .plugins, .trustAny, .inPlace, .isolate, .confine, .state, .noCache, .connect, .cluster, .clusterName,
      .clusterLogin, .json, .help:
      true
    default: false
    }
  }

  /// The option that is written so.
  init?(written name: String) {
    guard name.utf8.starts(with: "--".utf8) else { return nil }
    self.init(rawValue: String(Substring(name.utf8.dropFirst(2))))
  }

  /// As it is written.
  var name: String { "--\(rawValue)" }

  var takesValue: Bool { valueName(for: nil) != nil }

  /// The few values that it has for a command; nil where they are not few.
  private func values(for command: (any Command.Type)?) -> [String]? {
    switch self {
    case .language where command == BindingsCommand.self: FaceLanguage.allCases.map(\.rawValue)
    case .language: PackageLanguage.allCases.map(\.rawValue)
    case .layer: Layer.allCases.map(\.rawValue)
    case .format: GraphFormat.allCases.map(\.rawValue)
    case .log: ServeLog.Form.allCases.map(\.rawValue)
    default: nil
    }
  }

  /// What its value is called; nil where it has none.
  func valueName(for command: (any Command.Type)?) -> String? {
    if let values = values(for: command) { return values.joined(separator: "|") }
    return switch self {
    case .plugins, .state: "DIR"
    case .connect: "SOCKET"
    case .params: "JSON"
    case .field: "PATH"
    case .key: "KEY"
    case .timeout, .grace: "SECONDS"
    case .seed, .threads, .connections, .calls, .targetCalls: "N"
    case .body, .message, .heldBytes: "BYTES"
    case .listen, .console: "ADDRESS"
    case .control: "PATH"
    case .hostName, .clusterName, .events: "NAME"
    case .cluster: "URL"
    case .policy, .clusterLogin: "FILE"
    case .scheme: "SCHEME"
    case .skip where command == CheckCommand.self: "TARGET.ACTION"
    case .skip: "NAME"
    case .allow, .deny: "TARGET"
    case .sdk: "PATH|URL@VERSION"
    case .check, .trace: "FILE"
    default: nil
    }
  }

  /// What its value is, for completion.
  func valueKind(for command: (any Command.Type)?) -> WordKind? {
    if let values = values(for: command) { return .oneOf(values) }
    return switch self {
    case .plugins, .state, .sdk: .folder
    case .check, .policy, .trace, .connect, .control, .clusterLogin: .file
    case .allow, .deny: .target
    case .key: .key
    default: nil
    }
  }

  var isRepeatable: Bool {
    switch self {
    case .plugins, .isolate, .scheme, .allow, .deny, .skip, .field, .listen, .cluster, .hostName, .events: true
    default: false
    }
  }
}
