import Glibc
import Synchronization

/// Ctrl-C while a call runs: the first one writes to a pipe, the second one kills as it would have without a handler.
enum Interrupt {
  // Where the handler writes to.
  private static let pipe = Atomic<Int32>(-1)
  // Whose pipe it is. A process that an action splits off has it as well, and gets the same Ctrl-C.
  private static let process = Atomic<pid_t>(0)

  static func listen(_ descriptor: Int32) {
    var before = sigaction()
    sigaction(SIGINT, nil, &before)
    // A shell that starts a program in the background has it ignore Ctrl-C: that stays.
    if address(before.__sigaction_handler.sa_handler) == address(SIG_IGN) { return }
    pipe.store(descriptor, ordering: .relaxed)
    process.store(getpid(), ordering: .relaxed)
    var action = sigaction()
    action.sa_flags = SA_RESTART | Int32(truncatingIfNeeded: SA_RESETHAND)
    action.__sigaction_handler.sa_handler = { _ in
      if getpid() != Interrupt.process.load(ordering: .relaxed) {
        // It dies of it, as if nobody listened, once this returns.
        raise(SIGINT)
        return
      }
      let saved = errno
      var byte: UInt8 = 0
      _ = write(Interrupt.pipe.load(ordering: .relaxed), &byte, 1)
      errno = saved
    }
    sigaction(SIGINT, &action, nil)
  }

  /// From here on Ctrl-C kills again.
  static func letGo() {
    if pipe.load(ordering: .relaxed) >= 0 { signal(SIGINT, SIG_DFL) }
  }

  private static func address(_ handler: (@convention(c) (Int32) -> Void)?) -> Int {
    unsafeBitCast(handler, to: Int.self)
  }
}
