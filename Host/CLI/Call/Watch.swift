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
  // Where the thread is woken; -1 before there is one.
  private let wake = Atomic<Int32>(-1)
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
    var ends: (read: Int32, write: Int32) = (-1, -1)
    let isOpen = withUnsafeMutableBytes(of: &ends) { pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) == 0 }
    guard isOpen else { return errno }
    _ = fcntl(ends.read, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends.write, F_SETFD, FD_CLOEXEC)
    let job = Unmanaged.passRetained(WatchJob(watch: self, signals: ends.read))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        // Never released: to free it the C library would first make room for this thread's own memory.
        let job = Unmanaged<WatchJob>.fromOpaque(argument).takeUnretainedValue()
        job.watch.run(job.signals)
        return nil
      }, job.toOpaque())
    guard result == 0 else {
      job.release()
      return result
    }
    pthread_detach(thread)
    wake.store(ends.write, ordering: .relaxed)
    Interrupt.listen(ends.write)
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
    var byte: UInt8 = 0
    _ = write(wake.load(ordering: .relaxed), &byte, 1)
  }

  /// Whether Ctrl-C was pressed.
  var isInterrupted: Bool { interrupted.load(ordering: .acquiring) }

  // MARK: the thread

  private func run(_ signals: Int32) {
    // Most calls end before this. Early for the others: an action that hangs may hold the memory allocator's lock.
    var isSignalled = wait(signals, until: Deadline(after: .milliseconds(20)))
    if hasEnded { return }
    let words = remarks.lastBytes(overrun())
    while !hasEnded {
      if isSignalled { interrupt() }
      let patience = Deadline(after: .seconds(1))
      if isSignalled, hardEnd.map({ patience < $0 }) ?? true, !wait(signals, until: patience) { tellPatience() }
      isSignalled = wait(signals, until: hardEnd)
      if !isSignalled { return endProcess(words) }
    }
  }

  private var hasEnded: Bool { phase.load(ordering: .acquiring) == Phase.ended.rawValue }

  private func interrupt() {
    interrupted.store(true, ordering: .releasing)
    // The terminal has written "^C" into the line.
    if remarks.console.canRedraw { remarks.console.err.write("\r" + Remarks.clearToEnd) }
    cancellation.cancel()
  }

  private func tellPatience() {
    guard phase.load(ordering: .acquiring) == Phase.running.rawValue, remarks.console.canRedraw else { return }
    remarks.tell("the action has not stopped yet; Ctrl-C once more ends the host at once\n")
  }

  /// False if the deadline passed before a signal came.
  private func wait(_ signals: Int32, until deadline: Deadline?) -> Bool {
    while true {
      var ready = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
      // Rounded up: a poll that ends early would only be repeated.
      let left = deadline.map { Int32(clamping: $0.timeLeft.nanoseconds / 1_000_000 + 1) } ?? -1
      if poll(&ready, 1, left) > 0 {
        // The byte that woke the thread stays in the pipe for the next wait.
        if hasEnded { return true }
        var byte: UInt8 = 0
        if read(signals, &byte, 1) == 1 { return true }
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

private final class WatchJob: Sendable {
  let watch: Watch
  let signals: Int32

  init(watch: Watch, signals: Int32) {
    self.watch = watch
    self.signals = signals
  }
}
