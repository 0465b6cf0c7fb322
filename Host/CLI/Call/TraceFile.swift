import ComponentHost
import ComponentKit
import Glibc

/// How long everything took in one call, written as Perfetto and Chromium read it: the trace-event form, in JSON.
final class TraceFile: Sendable {
  private let path: String
  private let file: Int32
  private let spans = Guarded<[TraceSpan]>([])

  /// Opens the file before anything is called, so that no call is made in vain.
  init(_ path: String, _ context: Context) throws(Problem) {
    if context.session != nil {
      throw .usage("--trace is for a process of its own", help: "write host call TARGET ACTION --trace FILE in a shell")
    }
    self.path = path
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if file < 0 { throw TraceFile.problem(path, errno) }
  }

  deinit { if file >= 0 { close(file) } }

  func add(_ span: TraceSpan) { spans.withLock { $0.append(span) } }

  func write() throws(Problem) {
    let events = spans.withLock { $0 }.sorted { ($0.begin, -$0.duration) < ($1.begin, -$1.duration) }
    let trace: Value = [
      "traceEvents": .list(events.map(\.event)), "displayTimeUnit": "ns",
      "otherData": ["program": .text("\(Program.program.name) \(Program.program.version)")],
    ]
    let fault = Stream(number: file).write(trace.jsonLine)
    if fault != 0 { throw TraceFile.problem(path, fault) }
  }

  private static func problem(_ path: String, _ fault: Int32) -> Problem {
    Problem(.failed, "output", "can't write the trace to \(quoted(path)): \(systemReason(fault))")
  }
}

extension TraceSpan {
  // Times are microseconds there, with fractions.
  fileprivate var event: Value {
    [
      "name": .text(name), "cat": .text(kind.rawValue), "ph": "X", "ts": .double(Double(begin) / 1000),
      "dur": .double(Double(duration) / 1000), "pid": .int(Int(getpid())), "tid": .int(thread), "args": .map(details),
    ]
  }
}
