import Glibc
import Testing

/// Where things lie: the repository, and what was built from it.
enum Place {
  /// The repository's folder.
  static let repository: String = {
    // …/Tests/EndToEnd/Harness/Place.swift
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/")
  }()

  /// The build folder: the test bundle lies in it, and so does the program.
  static let built: String = {
    let bundle = CommandLine.arguments[0]
    guard let real = realpath(bundle, nil) else { return "." }
    defer { free(real) }
    let folder = String(cString: real).split(separator: "/").dropLast()
    return "/" + folder.joined(separator: "/")
  }()

  static let host = "\(built)/host"

  /// The compiled fixtures: `no-note/libNoNote.so` and so on. Made by Scripts/fixtures when first asked for.
  static let fixtures: String = {
    let folder = "\(built)/fixtures"
    let made = Run.program("\(repository)/Scripts/fixtures", [folder], limit: .seconds(300))
    if made.code != 0 { return "/the-fixtures-do-not-compile" }
    if !made.err.isEmpty { print(made.err, terminator: "") }
    return folder
  }()

  static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

  /// Where Scripts/components builds the example components and the sample in Swift, which are packages of their own.
  static let components = "\(repository)/.build/components/debug"

  /// Whether they are built, and from the sources that are here.
  static let hasComponents: Bool = {
    let sources = ["Package.swift", "Host/ABI", "Host/Kit", "Plugins", "Tests/Fixtures/SampleSwift"]
    let newer = Run.program(
      "/usr/bin/find",
      sources.map { "\(repository)/\($0)" } + ["-newer", "\(repository)/.build/components/built", "-print", "-quit"],
      limit: .seconds(30))
    return newer == Run(out: "", err: "", code: 0)
  }()

  static let isRoot = geteuid() == 0
}

extension Trait where Self == ConditionTrait {
  /// For what runs the example components or the sample in Swift.
  static var builtComponents: ConditionTrait {
    .enabled(
      if: Place.hasComponents, "the components are not built, or not from these sources: Scripts/components builds them"
    )
  }
}
