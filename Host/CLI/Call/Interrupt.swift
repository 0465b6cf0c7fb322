import Glibc
import Synchronization

/// Ctrl-C while a call runs: the first one writes to a pipe, the second one kills as it would have without a handler.
///
/// The pipe is made once and stays: a handler that another thread still runs could otherwise write into a file that got
/// the pipe's number.
enum Interrupt {
  // Its ends; -1 before there are any.
  private static let reading = Atomic<Int32>(-1)
  private static let writing = Atomic<Int32>(-1)
  // Whose pipe it is. A process that an action splits off has it as well, and gets the same Ctrl-C.
  private static let process = Atomic<pid_t>(0)
  // Whether a handler is set.
  private static let listens = Atomic(false)

  /// Where each Ctrl-C is a byte.
  static var signals: Int32 { reading.load(ordering: .relaxed) }

  /// Makes the pipe, or empties it of what came too late for the call before. The system's error number, or 0.
  static func prepare() -> Int32 {
    if signals >= 0 {
      var byte: UInt8 = 0
      var ready = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
      while poll(&ready, 1, 0) > 0, read(signals, &byte, 1) == 1 {}
      return 0
    }
    do throws(SystemFault) {
      let pipe = try Pipe()
      reading.store(pipe.read, ordering: .relaxed)
      writing.store(pipe.write, ordering: .relaxed)
      return 0
    } catch {
      return error.number
    }
  }

  static func listen() {
    if isIgnored { return }
    process.store(getpid(), ordering: .relaxed)
    listens.store(true, ordering: .relaxed)
    handle(SA_RESTART | Int32(truncatingIfNeeded: SA_RESETHAND)) { _ in
      if getpid() != Interrupt.process.load(ordering: .relaxed) {
        // It dies of it, as if nobody listened, once this returns.
        raise(SIGINT)
        return
      }
      let saved = errno
      Interrupt.wake()
      errno = saved
    }
  }

  /// From here on Ctrl-C ends a read, and nothing else.
  static func endReads() {
    if isIgnored { return }
    listens.store(true, ordering: .relaxed)
    handle(0) { _ in }
  }

  /// From here on Ctrl-C kills again.
  static func letGo() {
    if listens.exchange(false, ordering: .relaxed) { signal(SIGINT, SIG_DFL) }
  }

  /// Wakes who waits for signals.
  static func wake() {
    var byte: UInt8 = 0
    _ = write(writing.load(ordering: .relaxed), &byte, 1)
  }

  private static func handle(_ flags: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    action.sa_flags = flags
    action.__sigaction_handler.sa_handler = handler
    sigaction(SIGINT, &action, nil)
  }

  // A shell that starts a program in the background has it ignore Ctrl-C: that stays.
  private static var isIgnored: Bool {
    var before = sigaction()
    sigaction(SIGINT, nil, &before)
    return address(before.__sigaction_handler.sa_handler) == address(SIG_IGN)
  }

  private static func address(_ handler: (@convention(c) (Int32) -> Void)?) -> Int {
    unsafeBitCast(handler, to: Int.self)
  }
}
