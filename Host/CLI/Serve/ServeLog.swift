import ComponentDoors
import ComponentHost
import ComponentKit
import Glibc

/// The log of a service: one line for each event on the error output, in plain words or as JSON.
///
/// Where that goes to journald each line begins with its level, `<4>`, and has no time, which journald notes itself. Whoever
/// has something to say does not wait for the reader (`LogQueue`).
final class ServeLog: Sendable {
  enum Form: String, CaseIterable { case text, json }

  private let queue: LogQueue
  private let form: Form
  private let isJournal: Bool
  private let seldom = Seldom()

  init(_ console: Console, _ form: Form) {
    let isJournal = ServeLog.isJournal(console.environment("JOURNAL_STREAM"))
    (self.form, self.isJournal) = (form, isJournal)
    queue = LogQueue(console.err) { count in
      let words = "\(count) line\(count == 1 ? " of the log was" : "s of the log were") left out, since nobody read it"
      return ServeLog.line(form, isJournal, .warning, "left_out", words)
    }
  }

  /// How long the end of the service waits for who reads the log.
  private static let patience = Duration.milliseconds(200)

  /// Has what was said until now written, as far as its reader takes it soon.
  func flush() { queue.flush(within: ServeLog.patience) }

  // The variable names the stream, so that who redirects it is not taken for journald.
  private static func isJournal(_ stream: String?) -> Bool {
    guard let parts = stream?.split(separator: ":", omittingEmptySubsequences: false), parts.count == 2,
      let device = UInt64(parts[0]), let inode = UInt64(parts[1])
    else { return false }
    var status = stat()
    return fstat(2, &status) == 0 && UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
  }

  /// Hears what a host and its components say.
  func hear(_ settings: inout Settings) {
    // What is said on a thread that does an owner's command is the owner's to hear.
    settings.report = { report in
      if let remarks = Remarks.ofThread { remarks.warn(report) } else { self.write(report) }
    }
    settings.log = { line in
      if let remarks = Remarks.ofThread { remarks.log(line) } else { self.write(line) }
    }
    settings.changed = { self.write($0) }
  }

  func write(_ event: DoorEvent) {
    // Each question what there is to call has it told anew.
    guard event.kind == DoorEvent.leftOut else {
      return write(event.level, event.kind, event.message, request: event.request)
    }
    if let message = seldom.line(event.kind, event.message) { write(event.level, event.kind, message) }
  }

  func write(_ report: Report) {
    // Of calls each is told.
    let isWhole = report.isThinned || report.kind == .call
    guard let message = isWhole ? report.message : seldom.line(report.kind.rawValue, report.message) else { return }
    write(report.kind == .call ? .info : .warning, report.kind.rawValue, message, for: HTTPDoor.requestOfThread)
  }

  func write(_ line: LogLine) {
    if line.level < .info { return }
    write(
      line.level, "component", line.message, component: line.component, process: line.process,
      for: HTTPDoor.requestOfThread)
  }

  func write(_ change: Change) {
    if case .kept = change.kind { return write(.warning, "not_replaced", "\(change)") }
    write(.info, "changed", "\(change)")
  }

  func write(
    _ level: LogLevel, _ event: String, _ message: String, component: String? = nil, process: Int32? = nil,
    request: DoorEvent.AboutRequest? = nil, for name: RequestName? = nil
  ) {
    // One piece, so that no line is torn by another, whoever else writes there.
    queue.write(ServeLog.line(form, isJournal, level, event, message, component, process, request, name))
  }

  /// What is written as a component ends the process: made before, with marks for what is known only then.
  func lastLine(_ message: String, component: String?) -> [UInt8] {
    ServeLog.line(form, isJournal, .error, "crashed", message, form == .json ? component : nil, time: LastWords.time)
  }

  private static func line(
    _ form: Form, _ isJournal: Bool, _ level: LogLevel, _ event: String, _ message: String, _ component: String? = nil,
    _ process: Int32? = nil, _ request: DoorEvent.AboutRequest? = nil, _ name: RequestName? = nil, time: String? = nil
  ) -> [UInt8] {
    var line: [UInt8] = isJournal ? Array("<\(number(level))>".utf8) : []
    switch form {
    case .text:
      if !isJournal { line += "\(time ?? ServeLog.time) \(level.name) ".utf8 }
      line += shown(text(message, component, process, request, name), lineBreaks: false).utf8
      line.append(UInt8(ascii: "\n"))
    case .json: line += json(time ?? "\(Timestamp.now)", level, event, message, component, process, request, name)
    }
    return line
  }

  // As syslog counts them.
  private static func number(_ level: LogLevel) -> Int {
    switch level.known {
    case .error: 3
    case .warning: 4
    case .info: 6
    default: 7
    }
  }

  private static var time: String { "\(Timestamp(seconds: Timestamp.now.seconds))" }

  private static func text(
    _ message: String, _ component: String?, _ process: Int32?, _ request: DoorEvent.AboutRequest?, _ name: RequestName?
  ) -> String {
    var text = component.map { "\($0)\(process.map { "[\($0)]" } ?? ""): \(message)" } ?? message
    if let request {
      text += " \(request.method) \(excerpt(request.path)) \(request.status) \(milliseconds(request.duration)) ms"
      text += " id=\(request.id)"
      if !request.client.isEmpty { text += " from=\(request.client)" }
      if let trace = request.trace { text += " trace=\(trace)" }
    } else if let name {
      text += " id=\(name.id)"
      if let trace = name.trace { text += " trace=\(trace)" }
    }
    return text
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let micros = duration.nanoseconds / 1000
    let rest = String(micros % 1000)
    return "\(micros / 1000).\(String(repeating: "0", count: 3 - rest.utf8.count))\(rest)"
  }

  private static func json(
    _ time: String, _ level: LogLevel, _ event: String, _ message: String, _ component: String?, _ process: Int32?,
    _ request: DoorEvent.AboutRequest?, _ name: RequestName?
  ) -> [UInt8] {
    var fields: Fields = [
      "time": .text(time), "level": .text(level.name), "event": .text(event), "message": .text(message),
    ]
    if let component { fields["component"] = .text(component) }
    if let process { fields["process"] = .int(Int(process)) }
    if let request {
      fields["request"] = .text(request.id)
      fields["method"] = .text(request.method)
      fields["path"] = .text(request.path)
      fields["status"] = .int(request.status)
      fields["seconds"] = .double(request.duration / .seconds(1))
      if !request.client.isEmpty { fields["client"] = .text(request.client) }
      if let trace = request.trace { fields["trace"] = .text(trace) }
    } else if let name {
      fields["request"] = .text(name.id)
      if let trace = name.trace { fields["trace"] = .text(trace) }
    }
    return Value.map(fields).jsonLine
  }
}
