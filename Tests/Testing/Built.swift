import Glibc

/// What the build made: the components lie beside the bundle of the tests.
enum Built {
  static let folder: String = {
    guard let real = realpath(CommandLine.arguments[0], nil) else { return "." }
    defer { free(real) }
    return String(cString: real).split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
  }()

  static func component(_ name: String) -> String { "\(folder)/lib\(name).so" }
}
