import Glibc
import HostNative
import TestThreads
import Testing

/// Handlers that threads set for themselves once a crash has been told.
@Suite struct CrashHandlerTests {
  private static let handled = Supply()

  private static func keep(_ handler: @escaping @convention(c) (Int32) -> Void) -> Bool {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    return host_crash_keeps(SIGSEGV, &action) != 0
  }

  // The sanitizers have handlers of their own: one puts those of others off, one ends the process first.
  @Test(.disabled(if: isSanitized, "a sanitizer handles signals itself"))
  func `each thread has its own, whoever sets one behind it`() async {
    await #expect(processExitsWith: .success) {
      // Runs behind what tells of the crash.
      signal(SIGSEGV) { _ in
        let (isKept, isOthersKept) = (Supply(), Supply())
        Thread {
          if !CrashHandlerTests.keep({ _ in CrashHandlerTests.handled.add() }) { _exit(2) }
          isKept.add()
          isOthersKept.take()
          raise(SIGSEGV)
        }.detach()
        isKept.take()
        Thread {
          if !CrashHandlerTests.keep({ _ in _exit(3) }) { _exit(4) }
          isOthersKept.add()
        }.detach()
        _exit(CrashHandlerTests.handled.take(within: 10) ? EXIT_SUCCESS : 5)
      }
      guard let text = strdup("crashed\n") else { _exit(8) }
      let words = host_words(bytes: text, length: 8)
      let all = UnsafeMutablePointer<host_last_words>.allocate(capacity: 1)
      all.initialize(to: host_last_words(crashed: words, left: words, left_thread: words))
      if host_crash_watch(all, 6) != nil { _exit(9) }
      var doing = host_doing()
      "Reader".withCString { name in host_doing_begin(&doing, name, 6, " in a test") }
      raise(SIGSEGV)
      _exit(7)
    }
  }
}
