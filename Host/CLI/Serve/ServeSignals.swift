import ComponentKit
import Glibc
import Synchronization

/// The signals that tell a service what to do: each is a byte in a pipe.
///
/// SIGTERM and Ctrl-C end it, and a second one of them kills; SIGHUP has it look at its folders again.
enum ServeSignals {
  private static let reading = Atomic<Int32>(-1)
  private static let writing = Atomic<Int32>(-1)
  // A process that a component splits off has the pipe as well.
  private static let process = Atomic<pid_t>(0)

  enum Order { case end, refresh }

  /// From here on they are heard.
  static func listen() throws(SystemFault) {
    let pipe = try Pipe()
    _ = fcntl(pipe.write, F_SETFL, O_NONBLOCK)
    reading.store(pipe.read, ordering: .relaxed)
    writing.store(pipe.write, ordering: .relaxed)
    process.store(getpid(), ordering: .relaxed)
    for number in [SIGTERM, SIGINT, SIGHUP] {
      var action = sigaction()
      action.sa_flags = SA_RESTART | (number == SIGHUP ? 0 : Int32(truncatingIfNeeded: SA_RESETHAND))
      action.__sigaction_handler.sa_handler = { ServeSignals.hear($0) }
      sigaction(number, &action, nil)
    }
  }

  private static func hear(_ number: Int32) {
    if getpid() != process.load(ordering: .relaxed) {
      // It dies of it once the handler returns.
      signal(number, SIG_DFL)
      raise(number)
      return
    }
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writing.load(ordering: .relaxed), &byte, 1)
    errno = saved
  }

  /// The next order; nil where none comes within the time.
  static func next(within limit: Duration?) -> Order? {
    let file = reading.load(ordering: .relaxed)
    let end = limit.map { Deadline(after: $0) }
    while true {
      var ready = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let left = end.map { Int32(clamping: $0.timeLeft.nanoseconds / 1_000_000 + 1) } ?? -1
      if poll(&ready, 1, left) > 0 {
        var byte: UInt8 = 0
        if read(file, &byte, 1) == 1 { return Int32(byte) == SIGHUP ? .refresh : .end }
      }
      if end?.hasPassed == true { return nil }
    }
  }
}
