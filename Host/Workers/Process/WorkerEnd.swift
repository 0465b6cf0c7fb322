/// How a worker has ended.
package struct WorkerEnd: Sendable, Equatable {
  package enum Cause: Sendable, Equatable {
    case signal(Int32)
    case exit(Int32)
    /// Something else in this process has taken note of it first.
    case unknown
  }

  package let cause: Cause
  /// Whether it was the host that killed it.
  package let wasKilled: Bool
  /// The last lines of its error output, each of bounded length.
  package let lastLines: [String]
  /// What it wrote down of its crash; nil where there was none, or no time for it.
  package let crash: CrashRecord?

  /// Whether nothing went wrong: it was told to end, and did.
  package var isOrderly: Bool { cause == .exit(0) && crash == nil }

  /// "SIGSEGV" or "exit status 3".
  package var words: String {
    switch cause {
    case .signal(let number): WorkerEnd.name(ofSignal: number)
    case .exit(let status): "exit status \(status)"
    case .unknown: "nobody knows how"
    }
  }

  /// "SIGSEGV".
  package static func name(ofSignal number: Int32) -> String {
    guard number > 0, number < 32 else { return "signal \(number)" }
    return "SIG\(names[Int(number)])"
  }

  // By their numbers, which are the same on every machine that the host runs on.
  private static let names = [
    "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
    "TERM",
    "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO",
    "PWR",
    "SYS",
  ]
}
