/// How a worker has ended.
package struct WorkerEnd: Sendable, Equatable {
  package enum Cause: Sendable, Equatable {
    case signal(Int32)
    case exit(Int32)
    /// Something else in this process has taken note of it first.
    case unknown
  }

  /// Why the host has killed it.
  package enum Kill: Sendable, Equatable {
    /// It was no longer wanted, and took longer than it had.
    case over
    /// A call, or something else that it was asked for, did not end when it was to.
    case hang
    /// What it wrote to the channel was none of that, or it closed its end and lived on.
    case channel
  }

  package let cause: Cause
  /// Nil where the host has not killed it.
  package let killed: Kill?
  /// Whether it was told to end before it did.
  package let wasTold: Bool
  /// The last lines of its error output, each of bounded length.
  package let lastLines: [String]
  /// What it wrote down of its crash; nil where there was none, or no time for it.
  package let crash: CrashRecord?

  package init(
    cause: Cause, killed: Kill? = nil, wasTold: Bool = false, lastLines: [String] = [], crash: CrashRecord? = nil
  ) {
    self.cause = cause
    // It may have crashed by itself just before the host gave it up.
    let isKilled = (cause == .signal(9) || cause == .unknown) && crash == nil
    self.killed = isKilled || killed == .over ? killed : nil
    self.wasTold = wasTold
    self.lastLines = lastLines
    self.crash = crash
  }

  package var wasKilled: Bool { killed != nil }

  /// Whether nothing went wrong: it was told to end, and did.
  package var isOrderly: Bool { cause == .exit(0) && crash == nil }

  /// The signal that it died of, by its own word first: the first process of a namespace does not die of each signal.
  package var signal: Int32? {
    if let crash, crash.kind == .signal { return crash.signal }
    if case .signal(let number) = cause { return number }
    return nil
  }

  /// "SIGSEGV" or "exit status 3".
  package var words: String {
    if killed == .hang { return "hang" }
    if killed == .channel { return "broken channel" }
    if let signal { return WorkerEnd.name(ofSignal: signal) }
    if crash?.kind == .thread { return "pthread_exit" }
    if crash?.kind == .jump { return "longjmp" }
    if case .exit(let status) = cause { return "exit status \(status)" }
    return "nobody knows how"
  }

  /// What happened, behind "Reader.showDetail: its process ".
  package var sentence: String {
    if killed == .channel { return "was killed, since it broke its channel to the host" }
    if killed == .hang { return "was killed, since something in it did not end when it was to" }
    if let signal { return "died of \(WorkerEnd.name(ofSignal: signal))" }
    switch (crash?.kind, cause) {
    case (.exit, .exit(let status)): return "was ended by the component: it called exit(\(status))"
    case (.jump, _): return "was ended: the component left a call with longjmp"
    case (.thread, _): return "was ended: the component called pthread_exit in a call"
    case (_, .exit(let status)): return "ended with status \(status)"
    default: return "is gone"
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
