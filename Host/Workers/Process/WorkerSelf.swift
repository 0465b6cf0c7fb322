import Glibc
import HostNative

/// What a worker does for itself, before any of a component's code runs.
package enum WorkerSelf {
  /// The descriptor to which a crash is written.
  static let record: Int32 = 4

  /// Prepares this process for a crash of its component. Any other program that is started as a worker is one as well, but
  /// tells nothing of its crashes.
  package static func begin() {
    _ = host_crash_record_to(record)
    // What the component starts gets neither.
    for number in [WorkerRole.channel, WorkerRole.passed] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    // As the system shows it, which would be the last part of the program's path.
    if let name = CommandLine.arguments.first?.split(separator: ":").last { host_name_thread("host:\(name)") }
  }

  /// From here on this process may end.
  package static func end() { host_crash_over() }
}
