import Glibc
import Testing

/// Runs the program as another user, for what root may always do.
enum Another {
  /// The user nobody.
  static let user: uid_t = 65534

  /// Whether that can be done here: root, `setpriv`, and a build folder that others can read.
  static let isThere: Bool = {
    guard geteuid() == 0, access(setpriv, X_OK) == 0 else { return false }
    return host("--version").code == 0
  }()

  static let setpriv = "/usr/bin/setpriv"

  /// What `setpriv` is told.
  static let become = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", Place.host]

  static func host(_ arguments: String...) -> Run { host(arguments) }

  static func host(_ arguments: [String]) -> Run {
    Run.program(setpriv, become + arguments, limit: .seconds(30))
  }
}
