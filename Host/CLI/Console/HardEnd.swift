import ComponentKit
import Glibc
import Synchronization

/// Ends the process after a time, from a thread of its own, whatever the other threads do then.
///
/// No timer of the system does that: each ends in a signal, and a component can block, ignore or take over any of them.
final class HardEnd: Sendable {
  // Nil: it never comes, and only Ctrl-C is heard.
  private let end: Deadline?
  private let code: ExitCode
  private let words: @Sendable () -> Void
  // What is said of Ctrl-C; nil where it is not heard.
  private let interrupted: LateWords?
  private let phase = Atomic(Phase.waiting.rawValue)
  // What ends the thread's wait early; nil for an end that nobody lifts.
  private let lifted: Pipe?

  private enum Phase: Int { case waiting, lifted, over }

  /// - Parameters:
  ///   - isFinal: whether it is never lifted.
  ///   - interrupted: said once, a second after Ctrl-C: it ends nothing yet.
  ///   - words: says why, and takes no lock that a component could hold, such as the memory allocator's.
  init(
    after time: Duration?, _ code: ExitCode, isFinal: Bool = false, _ interrupted: LateWords? = nil,
    words: @escaping @Sendable () -> Void = {}
  ) throws(SystemFault) {
    end = time.map { Deadline(after: $0) }
    self.interrupted = interrupted
    self.code = code
    self.words = words
    lifted = isFinal ? nil : try Pipe()
    // Signals are blocked, so that no component's handler runs on this thread. The exceptions are those of faults, which no
    // thread of the program blocks, and the signal by which the standard library stops all threads for a backtrace.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    sigdelset(&all, SIGUSR1)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let own = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<HardEnd>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, own.toOpaque())
    guard result == 0 else {
      own.release()
      throw SystemFault(number: result)
    }
    pthread_detach(thread)
  }

  deinit { lifted?.close() }

  /// It was in time. Does not return if it was not.
  func lift() {
    if !pass(to: .lifted) { while true { pause() } }
    // The thread ends now: a session would else collect those of all its lines.
    lifted?.wake()
  }

  private func pass(to next: Phase) -> Bool {
    phase.compareExchange(
      expected: Phase.waiting.rawValue, desired: next.rawValue, ordering: .acquiringAndReleasing
    ).exchanged
  }

  private func run() {
    // No array: the memory allocator's lock may be held by what hangs.
    var ready = (
      pollfd(fd: lifted?.read ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interrupted == nil ? -1 : Interrupt.signals, events: Int16(POLLIN), revents: 0)
    )
    var patience: Deadline?
    while end?.hasPassed != true {
      if patience?.hasPassed == true {
        patience = nil
        interrupted?.say()
      }
      // Rounded up: a poll that ends early would only be repeated.
      let left = min(end?.timeLeft.nanoseconds ?? .max, patience?.timeLeft.nanoseconds ?? .max)
      let pause = left == .max ? -1 : Int32(clamping: left / 1_000_000 + 1)
      let count = withUnsafeMutablePointer(to: &ready) {
        $0.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, pause) }
      }
      guard count > 0 else { continue }
      if phase.load(ordering: .acquiring) != Phase.waiting.rawValue { return }
      if ready.1.revents != 0 {
        ready.1.fd = -1
        patience = Deadline(after: .seconds(1))
      } else {
        // A component has closed files that are not its own: the time holds all the same.
        usleep(10_000)
      }
    }
    guard pass(to: .over) else { return }
    words()
    _exit(code.rawValue)
  }
}
