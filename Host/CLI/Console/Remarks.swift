import ComponentHost
import ComponentKit
import Synchronization

/// The error output: errors, warnings and the progress bar, from any thread, none of them torn by another.
final class Remarks: Sendable {
  let console: Console
  private let isOwnJSON: Bool
  /// Whether the line of the session that runs asks for JSON. What components and the host say meanwhile comes by the
  /// session's own remarks, and is JSON then as well.
  let lineIsJSON: Flag
  /// The line of a session that they are about; nil where there are no lines, or a person has typed it.
  private let line: Int?
  // The same for all lines of a session: nothing tears what stands on the screen.
  private let bar: Guarded<Bar>
  private let tellsBusy = Atomic(true)
  // Whether progress is shown no more; changed and read while the bar is held.
  private let isOver = Atomic(false)
  private let seldom: Seldom

  private struct Bar {
    var shape = ProgressBar()
    var line = ""
    var drawnAt: Int64?
  }

  init(_ console: Console, isJSON: Bool) {
    self.console = console
    isOwnJSON = isJSON
    lineIsJSON = Flag()
    line = nil
    bar = Guarded(Bar())
    seldom = Seldom()
  }

  /// Those of one line of a session.
  init(_ session: Remarks, isJSON: Bool, line: Int?) {
    console = session.console
    isOwnJSON = isJSON
    lineIsJSON = session.lineIsJSON
    self.line = line
    bar = session.bar
    seldom = session.seldom
  }

  /// Whether each remark is one line of JSON.
  var isJSON: Bool { isOwnJSON || lineIsJSON.isSet }

  func show(_ problem: Problem) { write(bytes(problem)) }

  /// An error as it would be shown.
  func bytes(_ problem: Problem) -> [UInt8] {
    var problem = problem
    problem.line = line
    return isJSON ? problem.jsonLine : Array(problem.text(isColoured: console.isColoured).utf8)
  }

  /// The same for an end without a further chance to take the progress bar from the screen.
  func lastBytes(_ problem: Problem) -> [UInt8] {
    (console.canRedraw ? Array("\r\(Remarks.clearToEnd)".utf8) : []) + bytes(problem)
  }

  func warn(_ report: Report) {
    if report.kind == .call { return log(report.message) }
    warn(report.kind.rawValue, report.message, isThinned: report.isThinned)
  }

  /// What a component says. What is for its author only is left out.
  func log(_ line: LogLine) {
    if line.level < .info { return }
    if isJSON {
      var log: Fields = [
        "component": .text(line.component), "level": .text(line.level.name), "message": .text(line.message),
      ]
      if let process = line.process { log["process"] = .int(Int(process)) }
      let json: Value = ["log": .map(log)]
      return write(json.jsonLine)
    }
    let level: String? =
      switch line.level {
      case .error: paint("error:", .red, console.isColoured)
      case .warning: paint("warning:", .yellow, console.isColoured)
      default: nil
      }
    write(Array("\(line.source): \(level.map { "\($0) " } ?? "")\(shown(line.message))\n".utf8))
  }

  // A log that was asked for is no warning.
  private func log(_ message: String) {
    if isJSON {
      let line: Value = ["log": ["message": .text(message)]]
      write(line.jsonLine)
    } else {
      write(Array("log: \(shown(message))\n".utf8))
    }
  }

  /// From here on it is not said that calls are still under way.
  func endBusy() { tellsBusy.store(false, ordering: .relaxed) }

  func warn(_ reason: String, _ message: String, isThinned: Bool = false) {
    if reason == Report.Kind.stillBusy.rawValue, !tellsBusy.load(ordering: .relaxed) { return }
    guard let message = isThinned ? message : seldom.line(reason, message) else { return }
    if isJSON {
      let warning: Value = ["warning": ["reason": .text(reason), "message": .text(message)]]
      write(warning.jsonLine)
    } else {
      write(Array((paint("warning:", .yellow, console.isColoured) + " \(shown(message))\n").utf8))
    }
  }

  /// A remark that only a person needs.
  func tell(_ text: String) {
    if !isJSON { write(Array(text.utf8)) }
  }

  /// Which other host has answered, for programs.
  func tell(from host: String) {
    if isJSON { write((["from": .text(host)] as Value).jsonLine) }
  }

  // MARK: progress

  /// Takes a call's progress; nil where there is no terminal to show it.
  var progress: (@Sendable (Double?, String) -> Void)? {
    guard console.canRedraw else { return nil }
    return { self.draw($0, $1) }
  }

  // In nanoseconds. A redraw takes the terminal longer than the host, and more of them would not be seen.
  private static let pause: Int64 = 40_000_000

  private func draw(_ fraction: Double?, _ message: String) {
    bar.withLock { bar in
      let now = Deadline.now
      if isOver.load(ordering: .relaxed) { return }
      if let drawnAt = bar.drawnAt, now - drawnAt < Remarks.pause { return }
      bar.drawnAt = now
      // The last column stays free: a terminal may break the line behind it.
      let line = bar.shape.line(fraction, message, width: max(1, (console.err.columns ?? 80) - 1))
      if line == bar.line { return }
      bar.line = line
      console.err.write("\r\(line)\(Remarks.clearToEnd)")
    }
  }

  /// Takes the bar from the screen for good.
  func endProgress() {
    bar.withLock { bar in
      isOver.store(true, ordering: .relaxed)
      clear(&bar)
    }
  }

  static let clearToEnd = "\u{1B}[K"

  private func clear(_ bar: inout Bar) {
    if !bar.line.isEmpty { console.err.write("\r" + Remarks.clearToEnd) }
    bar.line = ""
    bar.drawnAt = nil
  }

  private func write(_ bytes: [UInt8]) {
    bar.withLock { bar in
      clear(&bar)
      _ = console.err.write(bytes)
    }
  }
}
