import ComponentKit
import Glibc

/// `host new`: makes a package for a component, in a folder of its own.
struct NewCommand: Command {
  static let name = "new"
  static let summary = "Make a package for a component of your own"
  static let help = Help.new
  static let options: [Option] = [.language, .layer, .lean, .sdk]

  private let package: PackageName
  private let language: PackageLanguage
  private let layer: Layer
  private let sdk: String?
  private let isLean: Bool

  init(_ arguments: Arguments) throws(Problem) {
    guard let name = arguments.words.first, arguments.words.count == 1 else {
      throw .usage(
        arguments.words.isEmpty ? "new needs the component's name" : "new makes one component at a time",
        help: "write host new NAME [--language swift|c|cpp|rust]")
    }
    package = try PackageName(name)
    language = try NewCommand.choice(.language, arguments, else: .swift)
    layer = try NewCommand.choice(.layer, arguments, else: .feature)
    sdk = arguments.value(.sdk)
    guard sdk == nil || language == .swift else {
      throw .usage(
        "a package in \(language.words) takes no --sdk: what it needs of the SDK is copied into it",
        help: "leave --sdk out")
    }
    isLean = arguments.has(.lean)
    guard !isLean || language == .swift else {
      throw .usage("a package in \(language.words) is lean without --lean", help: "leave --lean out")
    }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ option: Option, _ arguments: Arguments, else other: Choice
  ) throws(Problem) -> Choice {
    guard let text = arguments.value(option) else { return other }
    if let choice = Choice(rawValue: text) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw .unknown(option.rawValue, text, among: names, orElse: "write one of \(names.joined(separator: ", "))")
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let template = try template()
    let files = template.files
    try PackageFolder.make(package.text, in: ".", files)
    if context.isJSON { return try context.console.print(json(template, files).jsonLine) }
    return try context.console.print(
      """
      made \(package.text), a component in \(type(of: template).language)
      next:
        cd \(package.text) && \(type(of: template).build)
        \(type(of: template).test)
        \(template.drop)
      with your plugin folder for DIR; then it answers by name, by path and by key:
      \((template.firstCalls + (template.fallbackCall.map { [$0.command] } ?? [])).map { "  \($0)" }.joined(separator: "\n"))

      """)
  }

  private func template() throws(Problem) -> any PackageTemplate {
    switch language {
    case .swift:
      let sdk = try findSDK()
      try ReservedNames.checkSwift(package, sdk: sdk)
      return SwiftPackage(name: package, layer: layer, sdk: sdk, isLean: isLean)
    case .c: return CPackage(name: package, layer: layer)
    case .cpp: return CppPackage(name: package, layer: layer)
    case .rust:
      try ReservedNames.checkRust(package)
      return RustPackage(name: package, layer: layer)
    }
  }

  private func findSDK() throws(Problem) -> PackageSDK {
    if let sdk { return try PackageSDK(sdk) }
    if let around = Checkout.around("/proc/self/exe") { return around }
    throw .usage(
      "a package in Swift needs the SDK, and this program lies in no checkout of it",
      help: "name a checkout with --sdk PATH, or the repository with --sdk URL@VERSION",
      "packages in C, C++ and Rust need none: --language c")
  }

  private func json(_ template: any PackageTemplate, _ files: [PackageFile]) -> Value {
    [
      "name": .text(package.text), "language": .text(language.rawValue), "layer": .text(layer.rawValue),
      "folder": .text(package.text), "files": .list(files.map { .text($0.path) }),
      "library": .text("\(type(of: template).built)lib\(package.text).so"),
      "commands": .list([type(of: template).build, type(of: template).test, template.drop].map(Value.text)),
    ]
  }
}
