import Glibc
import TestThreads
import Testing

/// A component in a process of its own that ends that process: the call fails with what happened, and the program goes on.
@Suite(.offPool, .enabled(if: !Place.isSanitized, "a sanitizer takes the signals for itself")) struct CrashAloneTests {
  private let folder = Folder("dies", "throws", "panics", "harms", "good")

  private func host(_ words: String..., environment: [String: String] = [:], limit: Duration = .seconds(60)) -> Run {
    let marked = environment.merging([Processes.variable: folder.path]) { $1 }
    return Run.host(["--plugins", folder.path, "--isolate"] + words, environment: marked, limit: limit)
  }

  // The error itself, without what the component wrote and where it was.
  private func error(_ run: Run) -> [String] {
    run.err.split(separator: "\n").map(String.init).filter { $0.hasPrefix("error: ") }
  }

  @Test(arguments: [
    ("fault", "died of SIGSEGV"), ("abort", "died of SIGABRT"), ("trap", "died of SIGILL"),
    ("divide", "died of SIGFPE"), ("bus", "died of SIGBUS"), ("break", "died of SIGTRAP"), ("call", "died of SIGSYS"),
    ("overflow", "died of SIGSEGV"), ("blocked", "died of SIGSEGV"), ("handled", "died of SIGSEGV"),
    ("exit", "was ended by the component: it called exit(0)"),
    ("quick", "was ended by the component: it called exit(0)"),
    ("leave", "was ended: the component called pthread_exit in a call"),
  ])
  func `every way to end the process is told`(_ way: String, _ sentence: String) {
    let run = host("call", "Dies", "run", environment: ["FIXTURE_DIES": "run \(way)"])
    #expect(error(run) == ["error: component 'Dies' crashed in Dies.run: its process \(sentence)"], "\(run.err)")
    #expect(run.code == 8 && run.out == "")
  }

  @Test(arguments: [
    ("Throws", "run", "died of SIGABRT"), ("Panics", "run", "died of SIGABRT"), ("Crashes", "run", "died of SIGSEGV"),
    ("Harms", "corrupt", "died of SIGABRT"), ("Harms", "leave", "was ended by the component: it called exit(0)"),
    ("Harms", "leap", "was ended: the component left a call with longjmp"),
  ])
  func `so is what a language or the C library makes of a mistake`(
    _ component: String, _ action: String, _ sentence: String
  ) {
    if component == "Crashes" { folder.put("crashes") }
    let run = host("call", component, action)
    let told = "error: component '\(component)' crashed in \(component).\(action): its process \(sentence)"
    #expect(error(run) == [told], "\(run.err)")
    #expect(run.code == 8 && run.out == "")
  }

  @Test(.builtComponents) func `so is a trap in Swift`() {
    folder.copy("\(Place.components)/libSample.so", as: "libSample.so")
    let run = host("call", "Sample", "progress", "steps:=0")
    #expect(
      error(run) == ["error: component 'Sample' crashed in Sample.progress: its process died of SIGILL"], "\(run.err)")
    #expect(run.code == 8)
  }

  @Test func `the failure has the build, the signal, what was written last, and the way there`() throws {
    let run = host("call", "Harms", "say", "--json")
    let lines = run.err.split(separator: "\n").map(String.init)
    let failure = try #require(lines.last)
    #expect(failure.contains(#""component":"Harms""#) && failure.contains(#""action":"Harms.say""#))
    #expect(failure.contains(#""signal":"SIGSEGV""#) && failure.contains(#""end":"SIGSEGV""#))
    #expect(failure.contains(#""stderr":["about to fall","\u001b[31mred\u001b[0m"]"#), "\(failure)")
    #expect(failure.contains("say_and_die+"), "\(failure)")
    #expect(failure.contains("(libHarms.so)"))
    #expect(run.code == 8)
  }

  @Test func `what it writes comes line by line, with its name and number, and acts on no terminal`() {
    let run = host("call", "Harms", "say")
    let lines = run.err.split(separator: "\n").map { $0.replacing(/\[\d+\]/, with: "[N]") }
    #expect(lines.prefix(2) == ["Harms[N]: about to fall", #"Harms[N]: \u{1b}[31mred\u{1b}[0m"#], "\(run.err)")
    #expect(lines.contains { $0.hasPrefix("  at say_and_die+") })
    #expect(run.out == "")
  }

  @Test(arguments: [("constructor", "fault", "SIGSEGV"), ("register", "abort", "SIGABRT")])
  func `a crash before the first call is a refusal`(_ place: String, _ way: String, _ signal: String) {
    let run = host("call", "Dies", "run", environment: ["FIXTURE_DIES": "\(place) \(way)"])
    #expect(
      error(run) == [
        "error: the component 'Dies' is refused: its process died of \(signal) while it was loaded"
      ], "\(run.err)")
    #expect(run.code == 4)
  }

  @Test func `a crash in its start is a refusal as well`() {
    let run = host("call", "Harms", "run", environment: ["FIXTURE_HARMS": "start"])
    #expect(run.code == 4, "\(run)")
    #expect(error(run).first?.contains("SIGSEGV") == true, "\(run.err)")
  }

  @Test(arguments: [
    ("shutdown fault", "crashed while it was shut down: its process died of SIGSEGV"),
    ("destructor fault", "crashed when its process ended: it died of SIGSEGV"),
  ])
  func `a crash behind the reply takes nothing from it, and is told`(_ dying: String, _ words: String) {
    let run = host("call", "Dies", "run", environment: ["FIXTURE_DIES": dying])
    #expect(run == Run(out: "ok\n", err: "warning: component 'Dies' \(words)\n", code: 0))
  }

  @Test func `the next call starts it again, and after too many it is in quarantine`() {
    let script =
      String(repeating: "call Harms say\ncall Good run\n", count: 6) + "list --why\npardon Harms\ncall Harms run\n"
    let run = Run.host(
      ["--plugins", folder.path, "--isolate", "run", "-"], input: Array(script.utf8), limit: .seconds(60))
    let errors = error(run)
    #expect(errors.prefix(5).allSatisfy { $0.contains("crashed in Harms.say") } && errors.count == 6, "\(run.err)")
    #expect(
      errors.last?.hasPrefix(
        "error: the component 'Harms' is in quarantine: it crashed 5 times, the last time with SIGSEGV at ") == true,
      "\(run.err)")
    let lines = run.out.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0 == "ok" }.count == 7, "\(run.out)")
    #expect(
      lines.contains { $0.hasPrefix("Harms ") && $0.contains(" SIGSEGV ") && $0.hasSuffix(" quarantined") },
      "\(run.out)")
  }

  @Test func `with a state folder quarantine outlasts the program, and another build is free of it`() {
    let state = Folder()
    func host(_ words: String...) -> Run {
      Run.host(["--plugins", folder.path, "--isolate", "--state", state.path] + words, limit: .seconds(60))
    }
    for _ in 0..<5 { #expect(host("call", "Harms", "say").code == 8) }
    let refused = host("call", "Harms", "run", "--json")
    #expect(refused.code == 4 && refused.err.contains(#""reason":"quarantined""#), "\(refused)")
    let verdict = "\nverdict: in quarantine: it crashed 5 times, the last time with SIGSEGV at "
    let inspected = host("inspect", folder("libHarms.so"))
    #expect(inspected.code == 4 && inspected.out.contains(verdict), "\(inspected)")
    #expect(Run.host("inspect", folder("libHarms.so"), "--state", state.path).code == 0)
    #expect(host("inspect", folder("libGood.so")).code == 0)
    #expect(host("list", "--why", "--json").out.contains(#""component":"Harms""#))
    #expect(host("call", "Good", "run").code == 0)
    #expect(host("pardon", "Harms").code == 0)
    #expect(host("call", "Harms", "run") == Run(out: "ok\n", err: "", code: 0))
  }

  @Test(arguments: ["run", "constructor"])
  func `who says the words of a refused confinement has crashed all the same`(_ place: String) {
    let state = Folder()
    let run = host("--state", state.path, "call", "Dies", "run", environment: ["FIXTURE_DIES": "\(place) refuse"])
    #expect(run.code != 0, "\(run)")
    let said = "its process was ended by the component: it called exit(126)"
    #expect(error(run).first?.contains(said) == true, "\(run.err)")
    let why = Run.host(["--state", state.path, "list", "--why", "--json"], limit: .seconds(60))
    #expect(why.out.contains(#""component":"Dies""#), "\(why)")
  }

  @Test(arguments: ["spin", "sleep", "ignore"])
  func `an action that does not end is killed behind its deadline`(_ action: String) {
    let begin = ContinuousClock.now
    let run = host("call", "Harms", action, "--timeout", "3")
    #expect(ContinuousClock.now - begin < .seconds(30))
    #expect(run.code == 7, "\(run)")
    #expect(
      error(run).count == 1 && error(run)[0].hasPrefix("error: Harms.\(action) did not reply"), "\(run.err)")
  }

  @Test func `a descendant that left ends with the program`() {
    let run = host("call", "Harms", "fork")
    #expect(run.code == 0, "\(run)")
    #expect(Processes.wait(for: { $0 == 0 }, marked: folder.path))
  }

  @Test func `a worker dies with its program, even if that is killed`() throws {
    let words = ["--plugins", folder.path, "--isolate", "call", "Harms", "sleep"].map { Array($0.utf8) }
    let started = try #require(
      Started(Place.host, words, environment: [Processes.variable: folder.path]))
    #expect(Processes.wait(for: { $0 >= 2 }, marked: folder.path))
    started.send(SIGKILL)
    _ = started.finish()
    #expect(Processes.wait(for: { $0 == 0 }, marked: folder.path))
  }

  @Test func `so it does although the component undoes that, and stays in every thread of it`() throws {
    let folder = Folder("outlives")
    let words = ["--plugins", folder.path, "--isolate", "call", "Outlives", "run"].map { Array($0.utf8) }
    let started = try #require(
      Started(Place.host, words, environment: [Processes.variable: folder.path]))
    #expect(eventually { folder.has("stays") })
    started.send(SIGKILL)
    _ = started.finish()
    #expect(Processes.wait(for: { $0 == 0 }, marked: folder.path))
  }

  @Test(arguments: ["garbage", "close"])
  func `one that breaks the channel fails alone`(_ action: String) {
    let script = "call Harms \(action)\n" + String(repeating: "call Good run\ncall Harms run\n", count: 2)
    let run = Run.host(
      ["--plugins", folder.path, "--isolate", "run", "-"], input: Array(script.utf8),
      environment: [Processes.variable: folder.path], limit: .seconds(60))
    // What was replied before the harm was noticed is a reply, so it may be one of the next calls that hears of it; or none,
    // where what was written to the channel is no harm.
    let errors = error(run)
    #expect(errors.count <= 1 && run.out.split(separator: "\n").count + errors.count == 5, "\(run)")
    #expect(errors.allSatisfy { $0.hasPrefix("error: component 'Harms' crashed in Harms.") }, "\(run)")
    #expect(run.code == (errors.isEmpty ? 0 : 8), "\(run)")
    #expect(Processes.wait(for: { $0 == 0 }, marked: folder.path))
  }

  @Test func `a flood of lines is cut, and the call replies`() {
    let run = host("call", "Harms", "flood", limit: .seconds(120))
    #expect(run.out == "said\n" && run.code == 0)
    #expect(run.err.split(separator: "\n").count < 20_000)
    // Which of the two bounds is met first depends on how fast the lines are read.
    #expect(run.err.contains("more than 1000 lines a second") || run.err.contains("are left out that came too fast"))
  }

  @Test func `one that crashes as it takes the state over takes no place, and the one before goes on with it`() throws {
    let host = try ServedHost("--isolate", in: Folder("hands-over"))
    let count = { Run.host("--connect", host.control, "call", "HandsOver", "run").out }
    #expect(count() == "1\n" && count() == "2\n")
    host.folder.copy("\(Place.fixtures)/hands-over-falls/libHandsOver.so", as: "libHandsOver.so")
    #expect(eventually { host.lines.contains { $0.contains("its restore failed: ") } }, "\(host.lines)")
    #expect(count() == "3\n")
    #expect(!host.lines.contains { $0.contains("without the state") }, "\(host.lines)")
    #expect(host.end() == 0)
  }
}
