import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc

/// `host check`: tries a component out, in processes of their own.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Try out whether it keeps the contract"
  static let help = Help.check
  static let options: [Option] = [.quick, .seed, .timeout, .skip, .unconfined]
  static let words: [WordKind] = [.file]

  private let file: String
  private let isQuick: Bool
  private let seed: UInt64
  private let limit: TimeLimit
  private let skipped: [String]
  private let isUnconfined: Bool

  private static let usualLimit = 5

  init(_ arguments: Arguments) throws(Problem) {
    guard let file = arguments.words.first, arguments.words.count == 1, !file.isEmpty else {
      throw .usage("check needs one file", help: "write host check FILE.so")
    }
    self.file = file
    isQuick = arguments.has(.quick)
    if let text = arguments.value(.seed) {
      guard let seed = UInt64(text) else {
        throw .usage("the option --seed needs a whole number, not \(quoted(text))", help: "write --seed 42")
      }
      self.seed = seed
    } else {
      seed = UInt64.random(in: 1..<1_000_000)
    }
    limit = try arguments.value(.timeout) == nil ? TimeLimit("\(CheckCommand.usualLimit)") : TimeLimit(arguments)
    guard let duration = limit.duration, duration >= .milliseconds(1) else {
      throw .usage("a check waits for no call for ever", help: "write --timeout SECONDS, more than 0")
    }
    skipped = arguments.values(.skip)
    isUnconfined = arguments.has(.unconfined)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let judged = try CheckedFile(file, context.settings.engine)
    CheckCommand.hearSignals(context)
    defer { CheckCommand.letGo(context) }
    var results = judged.results
    var component: CheckedComponent?
    let steps = CheckStep.allCases.filter { $0.runsCode && ($0.isQuick || !isQuick) }
    if let name = judged.name {
      defer { context.remarks.endProgress() }
      let scratch = try CheckScratch(context.console)
      defer { scratch.remove() }
      try scratch.fill(file, name)
      var run = try run(name, scratch, steps, context)
      try run.run()
      results += run.results
      component = run.component
    } else {
      for step in steps {
        var result = CheckResult(step)
        result.skipped = "the loader refuses it"
        results.append(result)
      }
    }
    let report = CheckReport(
      file: file, inspection: judged.inspection, component: component, results: results, isQuick: isQuick, seed: seed,
      repeats: repeats(context))
    if context.isJSON {
      try context.console.print(report.json.jsonLine)
    } else {
      try context.console.print(report.text(isColoured: context.console.mayColour(context.console.out)))
    }
    if report.hasPassed { return .ok }
    return judged.name == nil ? .refused : .failed
  }

  private func run(_ name: String, _ scratch: CheckScratch, _ steps: [CheckStep], _ context: Context) throws(Problem)
    -> CheckRun
  {
    let milliseconds = max(1, (limit.duration ?? .seconds(CheckCommand.usualLimit)).nanoseconds / 1_000_000)
    var job = CheckJob(
      .registration, component: name, folder: scratch.plugins, seed: seed, limit: Int(min(milliseconds, 86_400_000)))
    job.trustsAny = context.settings.engine.trustsAny
    job.skipped = skipped
    let neighbours = context.settings.areNamed ? context.settings.engine.directories : []
    return try CheckCommand.run(
      job, scratch, steps, context, neighbours: neighbours, isUnconfined ? .none : isQuick ? .ifPossible : .always)
  }

  /// The steps of `--quick` that run the component's code.
  static func quickRun(
    _ name: String, _ scratch: CheckScratch, _ context: Context, neighbours: [String]
  ) throws(Problem) -> CheckRun {
    var job = CheckJob(.registration, component: name, folder: scratch.plugins, seed: 1, limit: usualLimit * 1000)
    job.trustsAny = context.settings.engine.trustsAny
    let steps = CheckStep.allCases.filter { $0.runsCode && $0.isQuick }
    return try run(job, scratch, steps, context, neighbours: neighbours, .ifPossible)
  }

  private enum Confined { case none, ifPossible, always }

  private static func run(
    _ job: CheckJob, _ scratch: CheckScratch, _ steps: [CheckStep], _ context: Context, neighbours: [String],
    _ confined: Confined
  ) throws(Problem) -> CheckRun {
    var job = job
    job.neighbours = neighbours.map { realPath($0) ?? $0 }
    let name = job.component
    return CheckRun(
      job, steps, try terms(job, scratch, confined), hasNeighbours: !neighbours.isEmpty,
      isThere: { need in need == name || neighbours.contains { fileExists("\($0)/lib\(need).so") } },
      progress: context.remarks.progress)
  }

  // Its workers may write where nothing but this check's own files are.
  private static func terms(
    _ job: CheckJob, _ scratch: CheckScratch, _ confined: Confined
  ) throws(Problem) -> WorkerTerms? {
    if confined == .none { return nil }
    var grants = Confinement()
    grants.writes = [job.folder]
    // Swift's tasks ask there which threads run, by numbers that are no part of /proc/self, and crash where they may not.
    grants.reads = [scratch.source, "/proc"]
    do throws(Refusal) {
      return try Confining.terms(grants, of: job.component, Settings(directories: job.neighbours), data: scratch.data)
    } catch {
      // Looking at it is what 'list --targets' does as well.
      if confined == .ifPossible { return nil }
      throw Problem(
        .failed, error.reason, error.message,
        help: ["look only with --quick, or let it do all that you may with --unconfined"])
    }
  }

  private static func realPath(_ path: String) -> String? {
    guard let whole = realpath(path, nil) else { return nil }
    defer { free(whole) }
    return String(cString: whole)
  }

  private func repeats(_ context: Context) -> String {
    var words = ["host", "check", file.shellWord ?? quoted(file), "--seed", "\(seed)"]
    if context.settings.areNamed {
      for folder in context.settings.engine.directories { words += ["--plugins", folder.shellWord ?? quoted(folder)] }
    }
    return words.joined(separator: " ")
  }

  // The folder that a check has made is removed before it is given up.
  static func hearSignals(_ context: Context) {
    guard context.surroundings.isProcess else { return }
    _ = Interrupt.prepare()
    Interrupt.listen()
    Interrupt.listenToTermination()
  }

  /// Behind that, in a session: Ctrl-C is the session's again.
  static func letGo(_ context: Context) {
    if context.session != nil { Interrupt.letGo() }
  }
}

/// What is found out about the file without running any of its code.
struct CheckedFile {
  let inspection: Inspection
  /// The component's name; nil where the loader refuses the file.
  let name: String?
  let results: [CheckResult]

  init(_ file: String, _ settings: Settings) throws(Problem) {
    guard fileExists(file) else { throw Problem(.notFound, "no_such_file", "no file named \(quoted(file))") }
    do throws(Refusal) {
      inspection = try Inspection(file: file, trustsAny: settings.trustsAny)
    } catch {
      throw Problem(
        .refused, error.reason, "\(quoted(file)) can't be checked: \(error.message)",
        help: error.help.map { [$0] } ?? [])
    }
    var ofFile = CheckResult(.file)
    var ofExports = CheckResult(.exports)
    if let refusal = inspection.refusal {
      ofFile.findings.append(
        CheckFinding(.file, refusal.reason, "the loader refuses it: \(refusal.message)", help: refusal.help))
      name = nil
      ofExports.skipped = "the loader refuses it"
    } else {
      name = ComponentName.name(ofFile: ComponentName.lastPart(of: file))
      let surplus = SurplusExports.of(inspection)
      if !surplus.isEmpty {
        let few =
          surplus.prefix(4).joined(separator: ", ") + (surplus.count > 4 ? " and \(surplus.count - 4) more" : "")
        ofExports.findings.append(
          CheckFinding(
            .exports, "exports_more", "it exports more than 'register': \(few)",
            help: "hide what others must not find: -fvisibility=hidden"))
      }
    }
    results = [ofFile, ofExports]
  }
}
