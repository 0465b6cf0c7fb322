import Glibc

/// A shell that may be installed here or not.
struct ShellProgram: Sendable, CustomStringConvertible {
  let name: String
  let path: String?

  init(_ name: String) {
    self.name = name
    path = ["/bin", "/usr/bin", "/usr/local/bin"].map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  var description: String { name }

  static let bash = ShellProgram("bash")
  static let zsh = ShellProgram("zsh")
  static let fish = ShellProgram("fish")
}
