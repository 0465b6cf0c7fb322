import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc

/// What became of one step.
struct CheckResult: Sendable, Equatable {
  let step: CheckStep
  var findings: [CheckFinding] = []
  var notes: [String] = []
  var calls = 0
  /// Why it was not done.
  var skipped: String?

  init(_ step: CheckStep) { self.step = step }
}

/// The steps of a check, each that runs the component's code in a worker of its own.
struct CheckRun {
  var job: CheckJob
  let steps: [CheckStep]
  /// What confines the workers; nil where nothing does.
  let terms: WorkerTerms?
  /// Whether neighbours were named.
  let hasNeighbours: Bool
  /// Which of these names neighbours are there.
  let isThere: (String) -> Bool
  let progress: (@Sendable (Double?, String) -> Void)?

  private(set) var component: CheckedComponent?
  private(set) var results: [CheckResult] = []

  init(
    _ job: CheckJob, _ steps: [CheckStep], _ terms: WorkerTerms?, hasNeighbours: Bool,
    isThere: @escaping (String) -> Bool,
    progress: (@Sendable (Double?, String) -> Void)?
  ) {
    self.job = job
    self.steps = steps
    self.terms = terms
    self.hasNeighbours = hasNeighbours
    self.isThere = isThere
    self.progress = progress
  }

  /// So many workers are started for one step: a component that crashes in each call has shown it by then.
  private static let attempts = 40
  /// After so many crashes an action is left out of the rest of the check.
  private static let crashesOfAction = 3

  mutating func run() throws(Problem) {
    // Before it has registered, whether its needs are there makes no difference.
    job.lacksNeeds = true
    var blocked: String?
    for step in steps {
      if let blocked {
        var result = CheckResult(step)
        result.skipped = blocked
        results.append(result)
        continue
      }
      let result = try perform(step)
      results.append(result)
      if step == .registration {
        if let component { take(component.needs) }
        if component == nil { blocked = "it does not register" }
      }
      // What does not even start can't be called.
      if step == .life, result.findings.contains(where: { $0.place.name == nil && $0.place.about == "starting" }) {
        blocked = "it does not start"
      }
    }
  }

  private mutating func take(_ needs: [CheckedComponent.Need]) {
    let missing = needs.filter { !isThere($0.name) }
    job.lacksNeeds = missing.contains { !$0.isOptional }
    guard let place = results.indices.last else { return }
    for need in missing {
      results[place].notes.append(
        "\(need.isOptional ? "can use" : "needs") '\(need.name)', which is not there"
          + (hasNeighbours ? "" : ": name its folder with --plugins"))
    }
  }

  private mutating func perform(_ step: CheckStep) throws(Problem) -> CheckResult {
    var result = CheckResult(step)
    job.step = step
    job.first = 0
    var crashes: [String: Int] = [:]
    for attempt in 1...CheckRun.attempts {
      guard let (number, place) = try attemptStep(&result) else { return result }
      guard let name = place.name, step.goesOn else { return result }
      crashes[name, default: 0] += 1
      if crashes[name, default: 0] == CheckRun.crashesOfAction {
        job.skipped.append(name)
        result.notes.append("\(name) is left out from there on")
      }
      job.first = number + 1
      if attempt == CheckRun.attempts { result.notes.append("given up after \(attempt) crashes") }
    }
    return result
  }

  // One worker, until it is done or ended; then what it was just doing.
  private mutating func attemptStep(_ result: inout CheckResult) throws(Problem) -> (Int, CheckPlace)? {
    let step = job.step
    progress?(fraction(0), step.rawValue)
    let process = try CheckProcess(job, terms)
    defer { process.end() }
    var at = (0, CheckPlace())
    var isDone = false
    var isKilled = false
    // A start and a hand-over have more than one part that may take as long as a call.
    let patience = job.duration * 2 + .seconds(3)
    // One that says the same for ever does not go on, either.
    let last = Deadline(after: CheckRun.workerLimit)
    var deadline = Deadline(after: patience)
    while true {
      switch process.hear(until: deadline, unless: Interrupt.signals) {
      case .news(let news):
        if !isKilled { deadline = min(last, Deadline(after: patience)) }
        switch news {
        case .at(let number, let place):
          at = (max(0, min(number, CheckRun.callLimit)), place)
          progress?(fraction(at.0), "\(step.rawValue) \(place.name ?? place.about)")
        case .described(let described): if step == .registration { component = described }
        case .finding(let finding): if result.findings.count < CheckRun.findingLimit { result.findings.append(finding) }
        case .note(let note): if result.notes.count < CheckRun.findingLimit { result.notes.append(note) }
        case .done(let calls):
          isDone = true
          result.calls += max(0, min(calls, CheckRun.callLimit))
        }
      case .nonsense(let what):
        result.findings.append(
          CheckFinding(step, "garbage", "it wrote \(what) to a descriptor that is not its own", at.1))
        return isDone ? nil : at
      case .silence:
        if isKilled { return isDone ? nil : at }
        isKilled = true
        result.findings.append(hang(step, at.1, isDone))
        process.kill()
        deadline = Deadline(after: .seconds(10))
      case .interrupted:
        throw Problem(.timedOutOrCancelled, Failure.Code.cancelled.name, "the check was given up")
      case .ended(let end):
        if isKilled { return isDone ? nil : at }
        if isDone, end.cause == .exit(0) { return nil }
        result.findings.append(crash(step, at.1, isDone, end))
        return isDone ? nil : at
      }
    }
  }

  private static let findingLimit = 200
  // More than any worker makes.
  private static let callLimit = 1 << 40
  // How long one worker may take, however busy it seems.
  private static let workerLimit = Duration.seconds(1200)

  // How far a check has come: by steps, and within one roughly.
  private func fraction(_ number: Int) -> Double {
    let part = Double(min(number, 1000)) / 1000
    let done = steps.firstIndex(of: job.step) ?? 0
    return (Double(done) + min(part, 0.95)) / Double(max(1, steps.count))
  }

  private func hang(_ step: CheckStep, _ place: CheckPlace, _ isDone: Bool) -> CheckFinding {
    if isDone {
      return CheckFinding(step, "hangs", "its process does not end: a destructor or a thread keeps it", place)
    }
    let what = place.name ?? CheckRun.doing(step, place)
    return CheckFinding(
      step, "hangs", "\(what) did not return", help: "allow more than \(job.limit) ms with --timeout SECONDS", place)
  }

  private func crash(_ step: CheckStep, _ place: CheckPlace, _ isDone: Bool, _ end: WorkerEnd) -> CheckFinding {
    let what = isDone ? "ending the process" : place.name ?? CheckRun.doing(step, place)
    var finding: CheckFinding
    if end.signal == nil, case .exit(let status) = end.cause {
      finding = CheckFinding(step, "exited", "\(what) ended the process: it exited with status \(status)", place)
      finding.exitStatus = Int(status)
    } else {
      finding = CheckFinding(step, "crashed", "\(what) crashed: \(end.words)", place)
      finding.signal = end.words
    }
    finding.lines = end.lastLines.suffix(10)
    return finding
  }

  private static func doing(_ step: CheckStep, _ place: CheckPlace) -> String {
    switch step {
    case .registration, .twice: "registering"
    default: place.about.isEmpty ? "loading" : place.about
    }
  }
}

extension CheckStep {
  /// Whether what is left of it is done by another worker where one was ended by a call.
  fileprivate var goesOn: Bool {
    switch self {
    case .parameters, .cancellation, .leaks: true
    default: false
    }
  }
}
