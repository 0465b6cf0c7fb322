import Glibc
import Synchronization

/// Ctrl-C where it does not just end the process: the first one writes to a pipe, the second one kills as it would have
/// without a handler. At a prompt each one writes to the pipe.
///
/// SIGTERM, and SIGHUP as well, which a terminal that is closed sends, are told in the same way, once they are listened to:
/// what runs is given up, components are shut down, and then the process ends by it; a second SIGTERM kills. A second SIGHUP
/// does not: of a terminal that is closed both the shell and the system tell. Between the calls of a session whose lines are
/// not typed Ctrl-C does the same as SIGTERM.
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
  // Whether Ctrl-C came since the pipe was emptied.
  private static let told = Atomic(false)
  // The signal that ends the process, once all else has ended; 0 for none.
  private static let ending = Atomic<Int32>(0)
  // Whether it is to end by it as soon as it can.
  private static let isAsked = Atomic(false)
  // Whether Ctrl-C asks for that between calls.
  private static let endsBetweenCalls = Atomic(false)
  // The ends of a pipe that only what asks for the end writes to.
  private static let terminated = Atomic<Int32>(-1)
  private static let terminating = Atomic<Int32>(-1)
  // Whether a person has been asked for a line.
  private static let isTyped = Atomic(false)

  /// Where each Ctrl-C is a byte.
  static var signals: Int32 { reading.load(ordering: .relaxed) }

  /// Whether each Ctrl-C is told behind the prompt as well, in lines that are no calls.
  static var isToldAtPrompt: Bool { isTyped.load(ordering: .relaxed) && listens.load(ordering: .relaxed) }

  /// Whether Ctrl-C came, or what asks for the end, since `prepare`: known on every thread at once, also before the pipe's
  /// reader wakes. A handler that runs on an action's thread ends the system call that the action waits in, so the action may
  /// have returned by then.
  static var isTold: Bool { told.load(ordering: .acquiring) || isTerminated }

  /// Makes the pipe, or empties it of what came too late for the call before; what asked for the end holds for all that
  /// follows. The system's error number, or 0.
  static func prepare() -> Int32 {
    if signals >= 0 {
      var byte: UInt8 = 0
      var ready = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
      while poll(&ready, 1, 0) > 0, read(signals, &byte, 1) == 1 {}
      // Behind the bytes: of a Ctrl-C that comes in between the byte stays, and the pipe's reader tells of it.
      told.store(false, ordering: .relaxed)
    } else {
      do throws(SystemFault) {
        let pipe = try Pipe()
        reading.store(pipe.read, ordering: .relaxed)
        writing.store(pipe.write, ordering: .relaxed)
      } catch {
        return error.number
      }
    }
    if isTerminated { wake() }
    return 0
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
    if isTyped.load(ordering: .relaxed) {
      listen()
    } else if endsBetweenCalls.load(ordering: .relaxed) {
      end(by: SIGINT)
    } else {
      signal(SIGINT, SIG_DFL)
    }
  }

  /// Where SIGTERM is a byte; negative where it is not listened to, or has no pipe.
  static var termination: Int32 { terminated.load(ordering: .relaxed) }

  /// Whether the end was asked for by SIGTERM, or by what does the same.
  static var isTerminated: Bool { isAsked.load(ordering: .acquiring) }

  /// From here on Ctrl-C between calls ends as SIGTERM does, where lines are not typed.
  static func endBetweenCalls() {
    endsBetweenCalls.store(true, ordering: .relaxed)
    if !isIgnored(SIGINT) { end(by: SIGINT) }
  }

  /// From here on SIGTERM and SIGHUP are told, and a second SIGTERM kills.
  static func listenToTermination() {
    // The second one would be told again.
    if isTerminated { return }
    for number in [SIGTERM, SIGHUP] where !isIgnored(number) { end(by: number) }
  }

  private static func end(by number: Int32) {
    if termination < 0, let pipe = try? Pipe() {
      terminated.store(pipe.read, ordering: .relaxed)
      terminating.store(pipe.write, ordering: .relaxed)
    }
    process.store(getpid(), ordering: .relaxed)
    let once = number == SIGHUP ? 0 : Int32(truncatingIfNeeded: SA_RESETHAND)
    handle(number, SA_RESTART | once) { number in
      if Interrupt.isOfParent(number) { return }
      let saved = errno
      Interrupt.ending.store(number, ordering: .relaxed)
      Interrupt.isAsked.store(true, ordering: .releasing)
      Interrupt.wake()
      var byte: UInt8 = 0
      _ = write(Interrupt.terminating.load(ordering: .relaxed), &byte, 1)
      errno = saved
    }
  }

  /// The process ends by SIGINT, once all is printed and shut down: a loop of a shell ends as well then, and does not where
  /// the program exits with a code.
  static func endsProcess() {
    _ = ending.compareExchange(expected: 0, desired: SIGINT, ordering: .relaxed)
  }

  /// Ends the process by the signal that ended what it did; returns where there was none.
  static func endBySignal() {
    let number = ending.load(ordering: .relaxed)
    if number == 0 { return }
    signal(number, SIG_DFL)
    var all = sigset_t()
    sigemptyset(&all)
    sigaddset(&all, number)
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
    raise(number)
  }

  /// Wakes who waits for signals.
  static func wake() {
    var byte: UInt8 = 0
    _ = write(writing.load(ordering: .relaxed), &byte, 1)
  }

  private static func handle(_ flags: Int32) {
    if isIgnored(SIGINT) { return }
    process.store(getpid(), ordering: .relaxed)
    listens.store(true, ordering: .relaxed)
    handle(SIGINT, flags) { _ in
      if Interrupt.isOfParent(SIGINT) { return }
      let saved = errno
      Interrupt.told.store(true, ordering: .releasing)
      Interrupt.wake()
      errno = saved
    }
  }

  private static func handle(_ number: Int32, _ flags: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    action.sa_flags = flags
    action.__sigaction_handler.sa_handler = handler
    sigaction(number, &action, nil)
  }

  // Whether this process was split off by an action: it dies of the signal, as if nobody listened, once the handler returns.
  private static func isOfParent(_ number: Int32) -> Bool {
    if getpid() == process.load(ordering: .relaxed) { return false }
    signal(number, SIG_DFL)
    raise(number)
    return true
  }

  // A shell that starts a program in the background has it ignore Ctrl-C: that stays.
  private static func isIgnored(_ number: Int32) -> Bool {
    var before = sigaction()
    sigaction(number, nil, &before)
    return address(before.__sigaction_handler.sa_handler) == address(SIG_IGN)
  }

  private static func address(_ handler: (@convention(c) (Int32) -> Void)?) -> Int {
    unsafeBitCast(handler, to: Int.self)
  }
}
