import Glibc
import HostNative
import Synchronization

/// What is set up once for the whole process.
enum Process {
  static func prepare() {
    // A handler that does nothing: unlike SIG_IGN it is not passed on to programs that a component starts.
    signal(SIGPIPE) { _ in }
    // With a handler, a write beyond the process's limit fails with an error, which is then told.
    signal(SIGXFSZ) { _ in }
    // Where a stream is closed, the next file opened would take its number, and get the output.
    for number in 0..<Int32(3) where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
    keepOutput()
    // Each loaded component keeps a descriptor, and the usual soft limit allows no more than a thousand.
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = limit.rlim_max
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
  }

  // What the program writes goes to a descriptor of its own, and what a component prints to the error output: a line that a
  // library prints would else stand in the middle of a reply.
  private static func keepOutput() {
    let own = fcntl(1, F_DUPFD_CLOEXEC, 3)
    guard own >= 0 else { return }
    Stream.ownOutput.store(own, ordering: .relaxed)
    dup2(2, 1)
  }

  /// Ends the process in a few seconds, whatever still goes on then: a component that hangs while it shuts down.
  static func exitSoon(_ code: ExitCode) {
    _ = try? HardEnd(after: .seconds(3), code, isFinal: true) {
      if host_crash_is_told() != 0 { _exit(ExitCode.crashed.rawValue) }
      Interrupt.endBySignal()
    }
  }
}
