import ComponentKit
import Glibc
import Synchronization

/// The signals that tell a service what to do: each is a byte in a pipe.
///
/// SIGTERM and Ctrl-C end it, and a second one of them kills; SIGHUP has it look at its folders again. Two at nearly the same
/// time are one: `timeout` tells its child and then its child's group, and a terminal tells beside a script that does.
enum ServeSignals {
  private static let reading = Atomic<Int32>(-1)
  private static let writing = Atomic<Int32>(-1)
  // A process that a component splits off has the pipe as well.
  private static let process = Atomic<pid_t>(0)

  // When the end was asked for, in the nanoseconds of CLOCK_MONOTONIC; 0 before.
  private static let asked = Atomic<Int64>(0)
  // From then on a further signal is another one.
  private static let echo: Int64 = 250_000_000

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
      action.sa_flags = SA_RESTART
      action.__sigaction_handler.sa_handler = { ServeSignals.hear($0) }
      sigaction(number, &action, nil)
    }
  }

  private static func hear(_ number: Int32) {
    let saved = errno
    let isSplitOff = getpid() != process.load(ordering: .relaxed)
    if isSplitOff || (number != SIGHUP && isSecond) {
      // It dies of it once the handler returns.
      signal(number, SIG_DFL)
      raise(number)
      return
    }
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writing.load(ordering: .relaxed), &byte, 1)
    errno = saved
  }

  // Whether the end was asked for before, and this is no echo of that. Only what a handler may do.
  private static var isSecond: Bool {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    let (isFirst, before) = asked.compareExchange(expected: 0, desired: max(now, 1), ordering: .relaxed)
    return !isFirst && now - before > echo
  }

  /// Asks for the end, as SIGTERM does.
  static func end() {
    var byte = UInt8(truncatingIfNeeded: SIGTERM)
    _ = write(writing.load(ordering: .relaxed), &byte, 1)
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
