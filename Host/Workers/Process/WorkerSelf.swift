import ComponentHost
import ComponentKit
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

  /// Ends this process as soon as nobody has the other end of its channel, whatever runs in it.
  package static func endBehindChannel() {
    _ = Worker.run {
      // Nothing that is said counts, only that the other side is gone.
      var channel = pollfd(fd: WorkerRole.channel, events: 0, revents: 0)
      while poll(&channel, 1, -1) <= 0 {}
      _exit(1)
    }
  }

  /// Ends this process behind its channel, whatever runs in it.
  ///
  /// The host kills it sooner, or else the system does when the host dies. But that is undone where the component changes
  /// the process's user, and then the first thread may be in a call that never returns.
  package static func end(after grace: Duration) {
    _ = Worker.run {
      usleep(UInt32(clamping: grace.nanoseconds / 1000))
      _exit(1)
    }
  }
}
