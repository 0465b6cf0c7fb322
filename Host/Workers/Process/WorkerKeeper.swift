import ComponentHost
import ComponentKit
import Glibc
import HostNative

/// Keeps all workers of this process, on a thread that lives as long as it: starts them, reads their error output, notices
/// their ends, and kills those whose time is over.
///
/// The system kills a worker when the thread that started it ends. So no other thread starts one.
final class WorkerKeeper: @unchecked Sendable {
  // Sendable: what changes is touched under the gate, or by the keeper's own thread only.
  static let shared = WorkerKeeper()

  private let gate = Gate()
  // Under the gate.
  private var jobs: [() -> Void] = []
  private var state = State.idle
  private var bell: Int32 = -1

  private enum State { case idle, runs }

  // The rest is the thread's own.
  private var ear: Int32 = -1
  private var kept: [KeptWorker] = []
  private var orphans = Orphans()

  /// Has a closure run on the keeper's thread, and waits for it. False where there can be no such thread.
  func perform(_ body: @escaping () -> Void) -> Bool {
    var isDone = false
    let isBrought = gate.locked {
      guard isRunning() else { return false }
      jobs.append {
        body()
        self.gate.locked {
          isDone = true
          self.gate.wake()
        }
      }
      ring()
      return true
    }
    guard isBrought else { return false }
    gate.locked { while !isDone { gate.wait() } }
    return true
  }

  /// Has the keeper look at its workers again.
  func look() { gate.locked { ring() } }

  // Under the gate, and in all below. A process that was forked has no keeper, nor the workers of the one before.
  private func isRunning() -> Bool {
    if host_forks() != 0 { return false }
    if state == .runs { return true }
    var ends: [Int32] = [-1, -1]
    if bell < 0 {
      guard host_ear(&ends) == 0 else { return false }
      (ear, bell) = (ends[0], ends[1])
      // To ring waits for nothing: where the pipe is full it rings already.
      _ = fcntl(bell, F_SETFL, O_NONBLOCK)
    }
    guard Worker.run({ self.run() }) else { return false }
    state = .runs
    return true
  }

  private func ring() {
    guard state == .runs else { return }
    var byte: UInt8 = 0
    while write(bell, &byte, 1) < 0, errno == EINTR {}
  }

  // MARK: the thread

  func keep(_ worker: KeptWorker) { kept.append(worker) }

  private func run() -> Never {
    host_name_thread("worker keeper")
    // Handlers of others don't run here. Signals of faults, and the one by which the standard library stops all threads for
    // a backtrace, are not blocked.
    var signals = sigset_t()
    sigfillset(&signals)
    for number in [SIGUSR1, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS] { sigdelset(&signals, number) }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var ready = [pollfd(fd: ear, events: Int16(POLLIN), revents: 0)]
      let now = Deadline.now
      var wakesAt = orphans.looksAt
      for worker in kept {
        ready.append(pollfd(fd: worker.ear(now), events: Int16(POLLIN), revents: 0))
        ready.append(pollfd(fd: worker.open, events: Int16(POLLIN), revents: 0))
        wakesAt = min(wakesAt, worker.wakesAt)
      }
      for orphan in orphans.dying { ready.append(pollfd(fd: orphan, events: Int16(POLLIN), revents: 0)) }
      // Rounded up: a poll that ends early would only be repeated.
      let pause = wakesAt == .max ? -1 : Int32(clamping: max(0, wakesAt - now) / 1_000_000 + 1)
      if poll(&ready, nfds_t(ready.count), pause) > 0 { look(ready, &buffer) }
      for worker in kept { worker.process.killIfDue() }
      orphans.look(sparing: kept.map(\.process.number))
    }
  }

  private func look(_ ready: [pollfd], _ buffer: inout [UInt8]) {
    var gone: [Int] = []
    for (index, worker) in kept.enumerated() {
      let (error, process) = (ready[1 + 2 * index], ready[2 + 2 * index])
      if error.revents != 0 { worker.hear(&buffer) }
      if process.revents != 0, worker.end(&buffer) { gone.append(index) }
    }
    for orphan in ready[(1 + 2 * kept.count)...] where orphan.revents != 0 { orphans.end(orphan.fd) }
    let ended = gone.reversed().map { kept.remove(at: $0) }
    let alone = ended.filter { !$0.process.isApart }
    for worker in alone { orphans.expect(ofWorker: worker.process.number, mark: worker.process.mark) }
    // Ahead of whoever waits for an end: that may be the last that this process does.
    if !alone.isEmpty { orphans.look(sparing: kept.map(\.process.number)) }
    for worker in ended { worker.finish() }
    guard ready[0].revents != 0 else { return }
    while read(ear, &buffer, buffer.count) > 0 {}
    let jobs = gate.locked {
      let jobs = self.jobs
      self.jobs = []
      return jobs
    }
    for job in jobs { job() }
  }
}
