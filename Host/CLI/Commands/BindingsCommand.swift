import ComponentHost
import ComponentKit

/// `host bindings`: prints the face of a component, or checks one that was printed before.
struct BindingsCommand: Command {
  static let name = "bindings"
  static let summary = "Print the typed face of a component"
  static let help = Help.bindings
  static let options: [Option] = [.language, .check, .timeout]
  static let words: [WordKind] = [.target]

  private let target: String
  private let language: FaceLanguage
  private let limit: TimeLimit
  /// The face to check; nil to print one.
  private let file: String?

  init(_ arguments: Arguments) throws(Problem) {
    guard let target = arguments.words.first, arguments.words.count == 1 else {
      throw .usage(
        arguments.words.isEmpty ? "bindings needs a target" : "bindings takes one target at a time",
        help: "write host bindings TARGET, or host bindings --check FILE TARGET")
    }
    self.target = target
    limit = try TimeLimit(arguments)
    file = arguments.value(.check)
    if file != nil, arguments.has(.language) {
      throw .usage("--check and --language exclude each other", help: "the file says which language it is in")
    }
    let name = arguments.value(.language) ?? FaceLanguage.swift.rawValue
    guard let language = FaceLanguage(rawValue: name) else {
      throw .unknown(
        "language", name, among: FaceLanguage.allCases.map(\.rawValue),
        orElse: "write one of \(FaceLanguage.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.language = language
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    // A file that can't be checked needs no component.
    let face = if let file { try FaceFile(file, context) } else { nil as FaceFile? }
    if let face, face.block.description.target != target {
      let other = face.block.description.target
      throw Problem(
        .usage, "other_target", "\(quoted(face.path)) is a face of '\(other)', not of \(quoted(target))",
        help: ["write host bindings --check FILE \(other)"])
    }
    let host = context.makeHost(target: target, describesOnly: true)
    let found = try context.loading(limit) { () throws(Problem) in try Problem.lookUp(target, in: host) }
    let description = FaceDescription(target, of: found.component)
    if let face { return try check(face, description, context) }
    return try print(description, context)
  }

  private func print(_ description: FaceDescription, _ context: Context) throws(Problem) -> ExitCode {
    let source = language.file(description)
    if !context.isJSON { return try context.console.print(source) }
    let printed: Value = [
      "target": .text(description.target), "version": .text("\(description.version)"),
      "language": .text(language.rawValue), "source": .text(source),
    ]
    return try context.console.print(printed.jsonLine)
  }

  private func check(_ face: FaceFile, _ description: FaceDescription, _ context: Context) throws(Problem) -> ExitCode {
    let report = DriftReport(face, description)
    if context.isJSON {
      try context.console.print(report.json.jsonLine)
    } else {
      try context.console.print(report.text)
    }
    return report.drift.breaks ? .failed : .ok
  }
}
