import ComponentHost
import ComponentKit
import Glibc
import HostControl

/// A client of the control socket, whose command one thread runs while another one listens to the client.
///
/// Its command has one end, whoever is first: the command's own, or that of the listening thread, where the client hangs up or
/// gets a signal, or a limit passes that what runs does not keep. Behind such an end the streams lead nowhere, and the
/// command's thread goes on alone.
final class ControlClient: Sendable {
  let request: ControlRequest
  private let socket: Int32
  private let state = Guarded(State())

  private struct State {
    var isOver = false
    /// What can't be stopped from inside, while it runs.
    var work: Work?
    /// The signal that the client got first.
    var signal: Int32 = 0
    var signalledAt: Deadline?
    var hostEnds = false
  }

  /// Something of the command's that may take long.
  struct Work: Sendable {
    /// Nil for what can't be given up.
    let cancellation: Cancellation?
    /// When the client waits no longer for it.
    let end: Deadline?
    /// What is then said.
    let late: Problem
    let remarks: Remarks
  }

  init(_ request: ControlRequest, _ socket: Int32) { (self.request, self.socket) = (request, socket) }

  /// The last one that holds it closes.
  deinit {
    for number in request.descriptors.all { close(number) }
    close(socket)
  }

  var console: Console {
    let input = LentStream(number: request.descriptors.input, socket: socket)
    return Console(
      out: LentStream(number: request.descriptors.output, socket: socket),
      err: LentStream(number: request.descriptors.errors, socket: socket),
      readInput: { input.readAll(limit: Console.Input.limit) }, environment: { [request] in request.environment[$0] })
  }

  // MARK: the command's thread

  /// Does something that the client need not wait for longer than it wants to.
  func during<R, E: Error>(_ work: Work, _ body: () throws(E) -> R) throws(E) -> R {
    state.withLock { $0.work = work }
    defer { state.withLock { $0.work = nil } }
    return try body()
  }

  /// Whether the client has given up what runs.
  var isInterrupted: Bool { state.withLock { $0.signal != 0 || $0.isOver } }

  /// Whether what has no end of its own goes on: false once the client has seen enough. The host's end is its end as well.
  func goesOn() throws(Problem) -> Bool {
    if isInterrupted { return false }
    if state.withLock(\.hostEnds) { throw .hostEnds }
    return true
  }

  /// Whether it has hung up, or waits no longer.
  var isOver: Bool { state.withLock(\.isOver) }

  /// The command has ended.
  func end(_ exit: ExitCode) { finish(exit, state.withLock(\.signal)) }

  // True for the first end.
  @discardableResult
  private func finish(_ exit: ExitCode, _ signal: Int32, isAnswered: Bool = true) -> Bool {
    let isFirst = state.withLock { state in
      if state.isOver { return false }
      state.isOver = true
      return true
    }
    guard isFirst else { return false }
    if isAnswered { ControlClient.answer(socket, HOST_CONTROL_ENDED, exit.rawValue, signal) }
    shutdown(socket, Int32(SHUT_RDWR))
    return true
  }

  /// The host's only message to a client.
  static func answer(_ socket: Int32, _ kind: UInt32, _ exit: Int32 = 0, _ signal: Int32 = 0) {
    var answer = host_control_answer(kind: kind, exit: exit, signal: signal, reserved: 0)
    _ = host_control_send(socket, &answer, MemoryLayout<host_control_answer>.size)
  }

  // MARK: the listening thread

  /// Hears the client until the command's end.
  func listen() {
    while !isOver {
      var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let count = poll(&ready, 1, pause)
      if isOver { return }
      if count > 0 { hear() }
      look()
    }
  }

  // In milliseconds. What begins meanwhile has a limit that is a second away at least.
  private var pause: Int32 {
    let (work, signalledAt) = state.withLock { ($0.work, $0.signalledAt) }
    var left: Duration = .seconds(1)
    if let end = work?.end { left = min(left, end.timeLeft) }
    if signalledAt != nil { left = min(left, .milliseconds(100)) }
    return Int32(clamping: left.nanoseconds / 1_000_000 + 1)
  }

  private func hear() {
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count == 1, [SIGINT, SIGTERM, SIGHUP].contains(Int32(byte)) else { return hangUp() }
    let signal = Int32(byte)
    let work = state.withLock { state in
      if state.signal == 0 { (state.signal, state.signalledAt) = (signal, Deadline(after: .zero)) }
      return state.work
    }
    // What can't be given up is left alone, as it would be in a process of its own, which the signal ends.
    guard let work, let cancellation = work.cancellation else { return abandon(.timedOutOrCancelled, signal) }
    if work.remarks.console.canRedraw, takesWords { work.remarks.console.err.write("\r" + Remarks.clearToEnd) }
    cancel(cancellation)
  }

  // The client has hung up.
  private func hangUp() {
    let work = state.withLock(\.work)
    guard finish(.timedOutOrCancelled, 0, isAnswered: false) else { return }
    lead(nowhere: request.descriptors.all)
    if let cancellation = work?.cancellation { cancel(cancellation) }
  }

  // Whatever has taken too long.
  private func look() {
    let (work, signal, signalledAt) = state.withLock { ($0.work, $0.signal, $0.signalledAt) }
    // SIGTERM and SIGHUP end a process soon, whether what runs has stopped or not.
    if let signalledAt, signal != SIGINT, Deadline.now - signalledAt.nanoseconds > 2_000_000_000 {
      return abandon(.timedOutOrCancelled, signal)
    }
    guard let work, work.end?.hasPassed == true else { return }
    abandon(work.late.exit, 0, saying: work.late, work.remarks)
    if let cancellation = work.cancellation { cancel(cancellation) }
  }

  /// The host is about to end, once what has an end has come to it.
  func hostEnds() { state.withLock { $0.hostEnds = true } }

  /// The host ends now.
  func leave() {
    let work = state.withLock(\.work)
    let problem = Problem.hostEnds
    abandon(problem.exit, 0, saying: problem, Remarks(console, isJSON: Arguments.wantJSON(request.words)))
    if let cancellation = work?.cancellation { cancel(cancellation) }
  }

  // The client waits no longer; what runs goes on without it.
  private func abandon(_ exit: ExitCode, _ signal: Int32, saying problem: Problem? = nil, _ remarks: Remarks? = nil) {
    // The words come before the answer, behind which the client may be gone.
    if let problem, let remarks, takesWords { remarks.console.err.write(remarks.lastBytes(problem)) }
    guard finish(exit, signal) else { return }
    lead(nowhere: request.descriptors.all)
  }

  // Nothing that is said for an end waits for a reader: whoever says it has others to look after.
  private var takesWords: Bool {
    var ready = pollfd(fd: request.descriptors.errors, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  // The reader of the client's output is to see its end now; the numbers stay taken for as long as a thread knows them.
  private func lead(nowhere numbers: [Int32]) {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0 else { return }
    for number in numbers {
      dup2(null, number)
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }
    close(null)
  }

  // On a thread of its own: what hears that a call is given up is a component's code, which need not return.
  private func cancel(_ cancellation: Cancellation) {
    if !Worker.run({ cancellation.cancel() }) { cancellation.cancel() }
  }
}

extension Problem {
  fileprivate static let hostEnds = Problem(.timedOutOrCancelled, "host_ends", "the host ends, and waits no longer")
}
