import ComponentHost
import ComponentKit
import Glibc
import Synchronization

/// Watches a call from a thread of its own: passes Ctrl-C on to it, and ends the process where the action outlives its
/// deadline, since an action can't be stopped from inside.
///
/// The signal handler only writes to a pipe. The thread is there before the signal, because a handler may not start
/// one. No timer is used, so no action ever sees a call of the system interrupted by one.
final class Watch: Sendable {
  private let cancellation: Cancellation
  private let hardEnd: Deadline?
  private let remarks: Remarks
  private let overrun: @Sendable () -> LateWords
  private let phase = Atomic(Phase.running.rawValue)
  private let interrupted = Atomic(false)
  private let thread = Atomic<pthread_t>(0)
  private let process = getpid()

  private enum Phase: Int { case running, ended, overrun }

  /// - Parameters:
  ///   - limit: the call's own; the watch leaves it a second more.
  ///   - overrun: what is said when even that is over.
  init(
    _ cancellation: Cancellation, limit: Duration?, _ remarks: Remarks, overrun: @escaping @Sendable () -> LateWords
  ) {
    self.cancellation = cancellation
    self.remarks = remarks
    self.overrun = overrun
    hardEnd = limit.map { Deadline(after: $0 + .seconds(1)) }
  }

  /// Watches what this thread does. The system's error number where it can't, else 0.
  func start() -> Int32 {
    LateWords.watchThisThread()
    let fault = Interrupt.prepare()
    guard fault == 0 else { return fault }
    let job = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        // Released in `leave` at most: to free it here the C library would first make room for this thread's own memory.
        Unmanaged<Watch>.fromOpaque(argument).takeUnretainedValue().run()
        return nil
      }, job.toOpaque())
    guard result == 0 else {
      job.release()
      return result
    }
    self.thread.store(thread, ordering: .relaxed)
    Interrupt.listen()
    Interrupt.listenToTermination()
    return 0
  }

  /// Tells that the call has ended. Does not return if the watch was first, nor in a process that the action has split
  /// off: the call is its parent's, which alone prints the reply.
  func end() {
    if getpid() != process { _exit(ExitCode.failed.rawValue) }
    let (isFirst, _) = phase.compareExchange(
      expected: Phase.running.rawValue, desired: Phase.ended.rawValue, ordering: .acquiringAndReleasing)
    guard isFirst else { while true { pause() } }
    Interrupt.letGo()
    // Wakes the thread, so that it ends while the reply is printed: a process with two threads takes longer to end.
    Interrupt.wake()
  }

  /// Waits for the thread's end, behind that of the call: in a process that goes on another watch can follow.
  func leave() {
    let thread = thread.load(ordering: .relaxed)
    guard thread != 0 else { return }
    pthread_join(thread, nil)
    Unmanaged.passUnretained(self).release()
  }

  /// Whether the call was given up by Ctrl-C, or by SIGTERM.
  var isInterrupted: Bool { interrupted.load(ordering: .acquiring) || Interrupt.isTold }

  // MARK: the thread

  private func run() {
    // Most calls end before this. Early for the others: an action that hangs may hold the memory allocator's lock.
    var isSignalled = wait(until: Deadline(after: .milliseconds(20)))
    if hasEnded { return }
    let words = overrun()
    let patience = LateWords(ofInterrupt: "the action has not stopped yet", remarks)
    while !hasEnded {
      if isSignalled { interrupt() }
      if isSignalled, Interrupt.isTerminated {
        if wait(until: Deadline(after: .seconds(2))) { continue }
        return endProcess(nil)
      }
      let told = Deadline(after: .seconds(1))
      if isSignalled, hardEnd.map({ told < $0 }) ?? true, !wait(until: told) { tell(patience) }
      isSignalled = wait(until: hardEnd)
      if !isSignalled { return endProcess(words) }
    }
  }

  private var hasEnded: Bool { phase.load(ordering: .acquiring) == Phase.ended.rawValue }

  private func interrupt() {
    interrupted.store(true, ordering: .releasing)
    // The terminal has written "^C" into the line.
    if remarks.console.canRedraw { remarks.console.err.write("\r" + Remarks.clearToEnd) }
    // On a thread of its own: what hears that a call is given up is a component's code, which need not return, while this
    // thread keeps the time limit, and whoever goes on behind the call waits for its end.
    let cancellation = cancellation
    if !Worker.run({ cancellation.cancel() }) { cancellation.cancel() }
  }

  private func tell(_ patience: LateWords?) {
    if phase.load(ordering: .acquiring) == Phase.running.rawValue { patience?.say() }
  }

  /// False if the deadline passed before a signal came.
  private func wait(until deadline: Deadline?) -> Bool {
    while true {
      var ready = pollfd(fd: Interrupt.signals, events: Int16(POLLIN), revents: 0)
      // Rounded up: a poll that ends early would only be repeated.
      let left = deadline.map { Int32(clamping: $0.timeLeft.nanoseconds / 1_000_000 + 1) } ?? -1
      if poll(&ready, 1, left) > 0 {
        // The byte that woke the thread stays in the pipe for the next wait.
        if hasEnded { return true }
        var byte: UInt8 = 0
        if read(Interrupt.signals, &byte, 1) == 1 { return true }
      }
      if let deadline, deadline.hasPassed { return false }
    }
  }

  // Nothing is said of what SIGTERM ends.
  private func endProcess(_ words: LateWords?) {
    let (isFirst, _) = phase.compareExchange(
      expected: Phase.running.rawValue, desired: Phase.overrun.rawValue, ordering: .acquiringAndReleasing)
    guard isFirst else { return }
    // Not through `remarks`, whose lock a component that reports progress may hold.
    words?.say()
    Interrupt.endBySignal()
    _exit(ExitCode.timedOutOrCancelled.rawValue)
  }
}
