import Glibc
import Testing

/// Runs the program where /proc is not there, as in some containers and chroots.
enum NoProc {
  /// Whether that can be done here: by root, where the kernel lets it have mounts of its own.
  static let isPossible =
    geteuid() == 0 && Run.program(unshare, ["-m", "/bin/sh", "-c", cover], limit: .seconds(30)).code == 0

  private static let unshare = "/usr/bin/unshare"

  // In a mount namespace of the run's own an empty file system covers it.
  private static let cover = "mount -t tmpfs none /proc"

  static func host(_ words: String...) -> Run {
    let line = cover + #" && exec "$0" "$@""#
    return Run.program(unshare, ["-m", "/bin/sh", "-c", line, Place.host] + words, limit: .seconds(30))
  }
}
