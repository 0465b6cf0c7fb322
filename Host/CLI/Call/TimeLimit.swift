import ComponentKit
import ComponentHost

/// How long a call may take, as `--timeout` says it.
struct TimeLimit: Sendable, Equatable {
  /// As it was typed, for messages.
  let text: String
  /// Nil: for ever.
  let duration: Duration?

  /// What helps where one has passed.
  static let moreTime = "allow more with --timeout SECONDS"

  static let standard = TimeLimit(text: "60", duration: .seconds(60))

  /// As the options say it.
  init(_ arguments: Arguments) throws(Problem) {
    if let text = arguments.value(.timeout) { try self.init(text) } else { self = .standard }
  }

  /// Reads a number of seconds: digits, and perhaps a fraction.
  init(_ text: String, of option: Option = .timeout) throws(Problem) {
    let point = UInt8(ascii: ".")
    let isNumber = text.utf8.allSatisfy { $0.isDigit || $0 == point }
    guard isNumber, text.utf8.first != point, text.utf8.last != point, let seconds = Double(text), seconds <= 1e9 else {
      throw .usage(
        "the option \(option.name) needs a number of seconds, not \(quoted(text))",
        help: "write \(option.name) 2.5, or \(option.name) 0 to wait for ever")
    }
    self.init(text: text, duration: seconds == 0 ? nil : .nanoseconds(max(1, Int64(seconds * 1e9))))
  }

  init(text: String, duration: Duration?) {
    self.text = text
    self.duration = duration
  }

  /// What is left of it.
  func left(since began: ContinuousClock.Instant) -> TimeLimit {
    TimeLimit(text: text, duration: duration.map { max(.milliseconds(1), $0 - (ContinuousClock.now - began)) })
  }

  /// The limit of a call. A host that serves has one of its own, which is not the client's of a command that has none.
  func ofCall(_ context: Context) -> Duration? {
    duration ?? (context.client == nil ? nil : .seconds(100 * 365 * 86_400))
  }

  /// What is said where nobody can watch the time. An action that hangs would hang for ever.
  ///
  /// - Parameter fault: the system's error number.
  func notKept(_ fault: Int32) -> Problem {
    var problem = Problem(
      .failed, "no_time_limit", "the limit of \(text) s can't be kept: no thread can be started: \(systemReason(fault))"
    )
    problem.help = [
      "let the process have more threads and memory (ulimit -u, -v, -s), or wait for ever with --timeout 0"
    ]
    return problem
  }
}
