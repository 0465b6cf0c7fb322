import ComponentHost
import ComponentKit
import Glibc
import HostNative

/// The part of the kernel that keeps files from a process.
struct Landlock {
  /// Of the kernel, or as much of it as the settings allow.
  let version: Int

  /// Fails where there is none.
  init(atMost limit: Int) throws(Refusal) {
    let known = min(Int(host_landlock_version()), limit)
    let error = errno
    guard known > 0 else {
      if error == EOPNOTSUPP, limit > 0 {
        throw Confining.refusal(
          "Landlock, which keeps files from it, is switched off in this kernel",
          help: "add 'landlock' to the list behind 'lsm=' in the kernel's command line")
      }
      throw Confining.refusal(
        "this kernel has no Landlock, which keeps files from it",
        help: "use Linux 5.13 or later, built with CONFIG_SECURITY_LANDLOCK")
    }
    version = known
  }

  /// The first that tells a process's own children from others when it sends signals.
  static let knowsSignals = 6
}
