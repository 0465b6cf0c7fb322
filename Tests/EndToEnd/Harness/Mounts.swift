import Glibc
import Testing

/// Runs the program where something is mounted that nobody else sees.
enum Mounts {
  /// Whether that can be done here: by root, where the kernel lets it have mounts of its own.
  static let arePossible =
    geteuid() == 0
    && Run.program(unshare, ["-m", "/bin/sh", "-c", "mount -t tmpfs none /proc"], limit: .seconds(30)).code == 0

  private static let unshare = "/usr/bin/unshare"

  /// - Parameter line: mounts, for a shell.
  static func host(behind line: String, _ words: [String]) -> Run {
    let whole = line + #" && exec "$0" "$@""#
    return Run.program(unshare, ["-m", "/bin/sh", "-c", whole, Place.host] + words, limit: .seconds(30))
  }
}
