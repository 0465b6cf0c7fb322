import ComponentHost
import ComponentKit

/// A command line, taken apart into options and other words.
///
/// Options may stand anywhere, as `--name value` or `--name=value`. After `--` nothing is an option, and a single
/// `-` never is.
struct Arguments: Sendable {
  private(set) var words: [String] = []
  private(set) var options: [Given] = []
  /// Whether `--` has been seen.
  private(set) var isEnded = false

  /// One option with its value, which is empty where it takes none.
  struct Given: Sendable {
    let option: Option
    let value: String
  }

  init(_ arguments: [String]) throws(Problem) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        isEnded = true
        return
      }
      guard argument.utf8.first == UInt8(ascii: "-"), argument.utf8.count > 1 else {
        words.append(argument)
        continue
      }
      let (name, attached) = Arguments.split(argument)
      let command = words.first.flatMap { name in Program.commands.first { $0.name == name } }
      let option = try Arguments.option(name, of: command)
      if !option.isRepeatable, option.takesValue, has(option) {
        throw .usage("the option \(option.name) is given twice")
      }
      options.append(Given(option: option, value: try Arguments.value(of: option, command, attached, &rest)))
    }
  }

  func has(_ option: Option) -> Bool { options.contains { $0.option == option } }

  /// The values of an option, in their order.
  func values(_ option: Option) -> [String] { options.filter { $0.option == option }.map(\.value) }

  /// The value of an option that can't be repeated.
  func value(_ option: Option) -> String? { options.first { $0.option == option }?.value }

  /// Whether one-line JSON is asked for, by a command line that may make no sense otherwise.
  static func wantJSON(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains(Option.json.name)
  }

  /// Takes the first of the words, the command.
  mutating func takeWord() -> String? { words.isEmpty ? nil : words.removeFirst() }

  // MARK: one option

  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard let sign = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (argument, nil) }
    return (String(argument[..<sign]), String(argument[argument.utf8.index(after: sign)...]))
  }

  private static func option(_ name: String, of command: (any Command.Type)?) throws(Problem) -> Option {
    if name == "-h" { return .help }
    if let option = Option(written: name) { return option }
    let list = command.map { "see the options of '\($0.name)' with 'host help \($0.name)'" }
    throw .unknown(
      "option", name, among: (command.map { Option.common + $0.options } ?? Option.allCases).map(\.name),
      orElse: (list ?? "see the options with 'host --help'") + "; what stands after -- is no option")
  }

  private static func value(
    of option: Option, _ command: (any Command.Type)?, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(Problem) -> String {
    if option == .isolate { return try isolated(attached, &rest) }
    guard let valueName = option.valueName(for: command) else {
      if attached == nil { return "" }
      throw .usage("the option \(option.name) takes no value")
    }
    guard let value = attached ?? rest.popFirst() else {
      throw .usage("the option \(option.name) needs a value", help: "write \(option.name) \(valueName)")
    }
    return value
  }

  // The name of a component, or nothing for all of them. What stands behind it is a name if it can be one, and no
  // command's.
  private static func isolated(
    _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(Problem) -> String {
    if let attached {
      if ComponentName.isValid(attached.utf8) { return attached }
      throw .usage(
        "the option --isolate takes a component's name, not \(quoted(attached))", help: ComponentName.rule)
    }
    guard let next = rest.first, ComponentName.isValid(next.utf8),
      !Program.commands.contains(where: { $0.name == next })
    else { return "" }
    rest.removeFirst()
    return next
  }
}
