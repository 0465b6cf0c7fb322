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
  private let overrun: @Sendable () -> Problem
  private let phase = Atomic(Phase.running.rawValue)
  private let interrupted = Atomic(false)
  private let thread = Atomic<pthread_t>(0)
  private let process = getpid()

  private enum Phase: Int { case running, ended, overrun }

  /// - Parameters:
  ///   - limit: the call's own; the watch leaves it a second more.
  ///   - overrun: what is said when even that is over.
  init(
    _ cancellation: Cancellation, limit: Duration?, _ remarks: Remarks, overrun: @escaping @Sendable () -> Problem
  ) {
    self.cancellation = cancellation
    self.remarks = remarks
    self.overrun = overrun
    hardEnd = limit.map { Deadline(after: $0 + .seconds(1)) }
  }

  /// The system's error number where it can't watch, else 0.
  func start() -> Int32 {
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

  /// Whether Ctrl-C was pressed.
  var isInterrupted: Bool { interrupted.load(ordering: .acquiring) }

  // MARK: the thread

  private func run() {
    // Most calls end before this. Early for the others: an action that hangs may hold the memory allocator's lock.
    var isSignalled = wait(until: Deadline(after: .milliseconds(20)))
    if hasEnded { return }
    let words = remarks.lastBytes(overrun())
    while !hasEnded {
      if isSignalled { interrupt() }
      let patience = Deadline(after: .seconds(1))
      if isSignalled, hardEnd.map({ patience < $0 }) ?? true, !wait(until: patience) { tellPatience() }
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

  private func tellPatience() {
    guard phase.load(ordering: .acquiring) == Phase.running.rawValue, remarks.console.canRedraw else { return }
    remarks.tell("the action has not stopped yet; Ctrl-C once more ends the host at once\n")
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

  private func endProcess(_ words: [UInt8]) {
    let (isFirst, _) = phase.compareExchange(
      expected: Phase.running.rawValue, desired: Phase.overrun.rawValue, ordering: .acquiringAndReleasing)
    guard isFirst else { return }
    // Not through `remarks`, whose lock a component that reports progress may hold.
    // Whoever should read them may have stopped, and the action may wait for that very reader.
    var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&ready, 1, 1000) != 0 { _ = remarks.console.err.write(words) }
    _exit(ExitCode.timedOutOrCancelled.rawValue)
  }
}
