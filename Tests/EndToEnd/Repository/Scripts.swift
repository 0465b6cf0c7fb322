import Glibc
import Testing

/// The repository's scripts, as the tests use them.
enum Scripts {
  /// Whether the scripts look where these tests were built: in .build/debug.
  static let areOfThisBuild: Bool = {
    guard let real = realpath("\(Place.repository)/.build/debug", nil) else { return false }
    defer { free(real) }
    return String(cString: real) == Place.built
  }()

  /// A C compiler, as the script that compiles the fixtures finds it.
  static let compiler: String = {
    let find = ". \(Place.repository)/Scripts/common; tool clang || tool gcc"
    let found = Run.program("/bin/bash", ["-c", find], limit: .seconds(10))
    return found.out.split(separator: "\n").first.map(String.init) ?? "cc"
  }()

  static func run(_ script: String, _ arguments: String...) -> Run { run(script, arguments) }

  static func run(_ script: String, _ arguments: [String]) -> Run {
    Run.program("\(Place.repository)/Scripts/\(script)", arguments, environment: surroundings, limit: .seconds(120))
  }

  /// In which Scripts/stage builds nothing: whoever runs the tests may hold SwiftPM's lock until they end.
  static let surroundings = ["BUILT_COMPONENTS": Place.components]
}
