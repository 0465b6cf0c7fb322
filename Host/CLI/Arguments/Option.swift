/// The options of all commands; each means the same wherever it is taken.
enum Option: String, CaseIterable, Sendable {
  case plugins
  case trustAny = "trust-any"
  case inPlace = "in-place"
  case json
  case params
  case timeout
  case targets
  case language
  case check
  case help
  case version

  /// What every command takes.
  static let common: [Option] = [.plugins, .trustAny, .inPlace, .json, .help]

  /// As it is written.
  var name: String { "--\(rawValue)" }

  /// What its value is called; nil where it has none.
  var valueName: String? {
    switch self {
    case .plugins: "DIR"
    case .params: "JSON"
    case .timeout: "SECONDS"
    case .language: "LANGUAGE"
    case .check: "FILE"
    default: nil
    }
  }

  var isRepeatable: Bool { self == .plugins }
}
