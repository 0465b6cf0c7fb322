import ComponentHost
import ComponentKit
import Glibc
import HostNative

/// How long everything takes in one call, as Perfetto and Chromium read it: the trace-event form, a JSON array.
///
/// Each event is written at once, so that the file tells of what hangs, crashes or is killed as well: it has begun, and has no
/// end. Those who read the form do without the array's last bracket.
final class TraceFile: Sendable {
  private let path: String
  private let file: Int32
  private let isNew: Bool
  private let limit: Int
  // What an action has split off has the file as well, and knows the lock as it was.
  private let process = getpid()
  private let programName = TraceFile.threadName
  private let state = Guarded(State())

  private struct State {
    var spans = 0
    // Those that have a name in the file.
    var threads: Set<Int> = []
    // The numbers of those that have begun and are in the file no more.
    var leftOut: Set<Int> = []
    var isCut = false
    var isOver = false
    var fault: Int32 = 0
  }

  /// Opens the file before anything is called, so that no call is made in vain; what is in it stays until there is something
  /// to write.
  ///
  /// - Parameter limit: how many spans are written at most.
  init(_ path: String, limit: Int = 100_000) throws(Problem) {
    self.path = path
    self.limit = limit
    // A FIFO that nobody reads would else be waited for, before any time limit holds.
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK
    var file = open(path, flags | O_EXCL, 0o644)
    isNew = file >= 0
    if file < 0 { file = open(path, flags, 0o644) }
    self.file = file
    if file < 0 { throw problem(errno) }
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
  }

  deinit { if file >= 0 { close(file) } }

  /// Has a host that is made by the settings write what takes its time.
  func listen(_ settings: inout Settings) {
    settings.beginTracer = { [self] in begin($0) }
    settings.tracer = { [self] in end($0) }
  }

  private func begin(_ span: TraceSpan) {
    write { state in
      if state.spans == limit {
        state.leftOut.insert(span.number)
        let isTold = exchange(&state.isCut, with: true)
        // Not `nil` alone, which a value can be as well.
        return isTold ? Value?.none : TraceFile.cut(span)
      }
      if state.spans == 0 { state.fault = start() }
      state.spans += 1
      if state.threads.insert(span.thread).inserted, state.fault == 0 { state.fault = tellThread(of: span) }
      return span.event(begins: true)
    }
  }

  private func end(_ span: TraceSpan) {
    write { state in state.leftOut.remove(span.number) == nil ? span.event(begins: false) : Value?.none }
  }

  // One write each, so that events are whole.
  private func write(_ event: (inout State) -> Value?) {
    guard getpid() == process else { return }
    state.withLock { state in
      guard !state.isOver, state.fault == 0, let event = event(&state), state.fault == 0 else { return }
      // The line's end comes before the next one: behind the last there is no comma.
      state.fault = Stream(number: file).write([UInt8(ascii: ","), UInt8(ascii: "\n")] + event.jsonLine.dropLast())
    }
  }

  // Only a file has something to be taken away.
  private func start() -> Int32 {
    var status = stat()
    if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, ftruncate(file, 0) != 0 { return errno }
    let head: Value = [
      "name": "process_name", "ph": "M", "pid": .int(Int(process)),
      "args": ["name": .text("\(Program.program.name) \(Program.program.version)")],
    ]
    return Stream(number: file).write([UInt8(ascii: "["), UInt8(ascii: "\n")] + head.jsonLine.dropLast())
  }

  // Threads are the host's own or a component's. One that has no name of its own is called by what it does first.
  private func tellThread(of span: TraceSpan) -> Int32 {
    let name = TraceFile.threadName
    let told: Value = [
      "name": "thread_name", "ph": "M", "pid": .int(Int(process)), "tid": .int(span.thread),
      "args": ["name": .text(span.thread == Int(process) ? "main" : name == programName ? span.name : name)],
    ]
    return Stream(number: file).write([UInt8(ascii: ","), UInt8(ascii: "\n")] + told.jsonLine.dropLast())
  }

  // That of this thread, as the system has it: a new one has that of whoever has begun it.
  private static var threadName: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16) { name in
      guard let start = name.baseAddress else { return "" }
      host_thread_name(start)
      return String(cString: start)
    }
  }

  private static func cut(_ span: TraceSpan) -> Value {
    span.event("i", ["name": "further spans are left out", "s": "g"])
  }

  /// Ends the file; what comes later is left out.
  func finish(_ remarks: Remarks) throws(Problem) {
    let (fault, isCut) = state.withLock { state in
      guard !state.isOver else { return (Int32(0), false) }
      state.isOver = true
      if state.spans == 0, isNew { unlink(path) }
      if state.spans > 0, state.fault == 0 { state.fault = Stream(number: file).write(Array("\n]\n".utf8)) }
      return (state.fault, state.isCut)
    }
    if isCut { remarks.warn("trace_limit", "the trace holds the first \(limit) spans; the others are left out") }
    if fault != 0 { throw problem(fault) }
  }

  private func problem(_ fault: Int32) -> Problem {
    Problem(.failed, "output", "can't write the trace to \(quoted(path)): \(systemReason(fault))")
  }
}

extension TraceSpan {
  // What is open is on no thread: its two ends know each other by a number.
  fileprivate func event(begins: Bool) -> Value {
    guard kind == .open else { return begins ? event("B", told) : event("E", [:]) }
    return event(begins ? "b" : "e", begins ? told : ["name": .text(name), "cat": .text(kind.rawValue)])
  }

  private var told: Fields { ["name": .text(name), "cat": .text(kind.rawValue), "args": .map(details)] }

  // Times are microseconds there, with fractions.
  fileprivate func event(_ phase: String, _ told: Fields) -> Value {
    var event = told
    event["ph"] = .text(phase)
    event["ts"] = .double(Double(begin + duration) / 1000)
    (event["pid"], event["tid"]) = (.int(Int(getpid())), .int(thread))
    if kind == .open { event["id"] = .int(number) }
    return .map(event)
  }
}
