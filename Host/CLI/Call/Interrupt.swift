import Glibc
import Synchronization

/// Ctrl-C where it does not just end the process: the first one writes to a pipe, the second one kills as it would have
/// without a handler. At a prompt each one writes to the pipe.
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
  // Whether a person has been asked for a line.
  private static let isTyped = Atomic(false)

  /// Where each Ctrl-C is a byte.
  static var signals: Int32 { reading.load(ordering: .relaxed) }

  /// Whether each Ctrl-C is told behind the prompt as well, in lines that are no calls.
  static var isTold: Bool { isTyped.load(ordering: .relaxed) && listens.load(ordering: .relaxed) }

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

  /// From here on the first Ctrl-C is told, and the second one kills.
  static func listen() { handle(SA_RESTART | Int32(truncatingIfNeeded: SA_RESETHAND)) }

  /// From here on each Ctrl-C is told, and none kills: a person is asked for a line.
  static func listenAtPrompt() {
    isTyped.store(true, ordering: .relaxed)
    _ = prepare()
    handle(SA_RESTART)
  }

  /// From here on Ctrl-C kills again. Where a person types lines the second one does: the first one may have come a moment
  /// late for a call, and is not meant for the session.
  static func letGo() {
    guard listens.exchange(false, ordering: .relaxed) else { return }
    if isTyped.load(ordering: .relaxed) { listen() } else { signal(SIGINT, SIG_DFL) }
  }

  /// Wakes who waits for signals.
  static func wake() {
    var byte: UInt8 = 0
    _ = write(writing.load(ordering: .relaxed), &byte, 1)
  }

  private static func handle(_ flags: Int32) {
    if isIgnored { return }
    process.store(getpid(), ordering: .relaxed)
    listens.store(true, ordering: .relaxed)
    var action = sigaction()
    action.sa_flags = flags
    action.__sigaction_handler.sa_handler = { _ in
      if getpid() != Interrupt.process.load(ordering: .relaxed) {
        // It dies of it, as if nobody listened, once this returns.
        signal(SIGINT, SIG_DFL)
        raise(SIGINT)
        return
      }
      let saved = errno
      Interrupt.wake()
      errno = saved
    }
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
