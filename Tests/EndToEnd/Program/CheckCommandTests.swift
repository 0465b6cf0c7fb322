import ComponentKit
import Glibc
import TestThreads
import Testing

/// `host check`: exact texts and exit codes, of components that keep the contract and of such that don't.
@Suite(.offPool) struct CheckCommandTests {
  private static func check(_ arguments: String..., environment: [String: String] = [:]) -> Run {
    Run.host(["check"] + arguments, environment: environment, limit: .seconds(180))
  }

  @Test func `a component that keeps the contract passes, step by step`() {
    let folder = Folder("good")
    let run = CheckCommandTests.check(folder("libGood.so"), "--seed", "7")
    let time = run.out.split(separator: "\n").first { $0.hasPrefix("  registration") } ?? ""
    let text = """
      \(folder("libGood.so")), 1.0.0, 1 action
        file          ok
        exports       ok
      \(time)
        twice         ok
        life          ok      1 call
        parameters    ok      7 calls
        unknown       ok      2 calls
        concurrency   ok      200 calls
        cancellation  ok      3 calls
        events        ok
        reload        ok      6 calls
        leaks         ok      1250 calls
      passed, seed 7

      """
    #expect(run == Run(out: text, err: "", code: 0))
    #expect(time.hasPrefix("  registration  ok      ") && time.hasSuffix(" ms"))
  }

  // The check's own copy, which has to settle first, would be most of it. One of five is not slowed down by other tests.
  @Test func `registration is timed without what the check itself makes it wait for`() {
    let folder = Folder("good")
    let times = (1...5).lazy.compactMap { _ -> Double? in
      let run = CheckCommandTests.check(folder("libGood.so"), "--quick")
      let line = run.out.split(separator: "\n").first { $0.hasPrefix("  registration  ok") }
      return line?.split(separator: " ").dropLast().last.flatMap { Double($0) }
    }
    #expect(times.contains { $0 < 50 }, "\(Array(times))")
  }

  @Test func `the quick form calls no action`() {
    let folder = Folder("crashes")
    let run = CheckCommandTests.check(folder("libCrashes.so"), "--quick")
    #expect(run.out.hasSuffix("  twice         ok\npassed the quick check; no action was called\n"))
    #expect(run.code == 0 && run.err == "" && !run.out.contains("parameters"))
  }

  @Test func `a crash is told with the call and the signal, and the check goes on`() throws {
    let folder = Folder("crashes")
    let run = CheckCommandTests.check(folder("libCrashes.so"), "--seed", "7")
    #expect(run.code == 1 && run.err == "")
    let first = """
          crashed: Crashes.run crashed: SIGSEGV
            call: Crashes.run, no parameters
            parameters: {}

      """
    #expect(run.out.contains(first) && run.out.contains("\n  leaks         "))
    #expect(run.out.hasSuffix("repeat it with: host check \(folder("libCrashes.so")) --seed 7\n"))
    let json = try Value(json: CheckCommandTests.check(folder("libCrashes.so"), "--seed", "7", "--json").outBytes)
    let finding = try #require(json["findings"]?.list?.first { $0["step"] == "parameters" })
    let expected: Value = [
      "step": "parameters", "reason": "crashed", "message": "Crashes.run crashed: SIGSEGV", "help": nil,
      "target": "Crashes", "action": "run", "about": "no parameters", "parameters": "{}", "signal": "SIGSEGV",
      "exit_status": nil, "stderr": [],
    ]
    #expect(finding == expected)
    #expect(json["verdict"] == "failed" && json["seed"] == "7" && json["component"] == "Crashes")
    #expect(json["steps"]?.list?.count == 12)
  }

  @Test(arguments: [
    ("never-replies", "no_reply", "NeverReplies.run returned without a reply"),
    ("defers-and-drops", "no_reply", "DefersAndDrops.run gave its deferred call back without a reply"),
    ("replies-twice", "ended_twice", "RepliesTwice.run ended its call a second time; that was ignored"),
    (
      "replies-twice-from-thread", "ended_twice",
      "RepliesTwiceFromThread.run ended its call a second time; that was ignored"
    ),
    ("fails-after-reply", "ended_twice", "FailsAfterReply.run ended its call a second time; that was ignored"),
    ("invalid-utf8-reply", "invalid_reply", "the reply of InvalidUtf8Reply.run is invalid: a text is not valid UTF-8"),
    (
      "describes-itself", "mistyped_reply",
      "DescribesItself.store does not keep to its signature: the reply must be a map, not the text 'ok'"
    ),
    ("throws", "crashed", "Throws.run crashed: SIGABRT"),
    ("inspected", "exports_more", "it exports more than 'register': extra"),
  ])
  func `a component that breaks the contract fails in its words`(fixture: String, reason: String, words: String) {
    let folder = Folder(fixture)
    let run = CheckCommandTests.check(folder("lib\(componentName(fixture)).so"), "--seed", "7")
    #expect(run.out.contains("    \(reason): \(words)\n") && run.code == 1 && run.err == "", "\(run.out)")
  }

  @Test(arguments: Refused.byFile) func `what the loader refuses is not run`(refused: Refused) {
    let folder = Folder(refused.fixture)
    let run = CheckCommandTests.check(folder("lib\(refused.name).so"))
    #expect(run.out.contains("    \(refused.reason): the loader refuses it: \(refused.words)\n"), "\(run.out)")
    #expect(run.out.contains("  registration  skipped: the loader refuses it\n") && run.code == 4)
  }

  @Test func `a call that hangs is told, and its worker is killed`() {
    let folder = Folder("never-returns")
    let run = CheckCommandTests.check(
      folder("libNeverReturns.so"), "--seed", "7", "--timeout", "0.2")
    #expect(run.out.contains("    hangs: NeverReturns.run did not return\n") && run.code == 1, "\(run.out)")
    #expect(run.out.contains("note: NeverReturns.run is left out from there on\n"))
  }

  @Test func `its worker dies with it, although the component undoes that and does not return`() throws {
    let folder = Folder("outlives")
    let words = ["check", folder("libOutlives.so"), "--unconfined", "--timeout", "100"].map { Array($0.utf8) }
    let started = try #require(
      Started(Place.host, words, environment: [Processes.variable: folder.path, "TMPDIR": folder.path]))
    #expect(
      eventually {
        Folder.names(in: folder.path).contains { $0.hasPrefix("host-check-") && folder.has("\($0)/plugins/stays") }
      })
    started.send(SIGKILL)
    _ = started.finish()
    #expect(Processes.wait(for: { $0 == 0 }, marked: folder.path))
  }

  @Test func `a neighbour that is missing is said, and does not stop the check`() {
    let folder = Folder("needs-missing")
    let run = CheckCommandTests.check(folder("libNeedsMissing.so"), "--quick")
    #expect(
      run.out.contains("    note: needs 'Nowhere', which is not there: name its folder with --plugins\n"), "\(run.out)")
    #expect(run.code == 0)
  }

  @Test func `nothing is left behind`() {
    let scratch = Folder()
    let folder = Folder("crashes")
    _ = CheckCommandTests.check(folder("libCrashes.so"), environment: ["TMPDIR": scratch.path])
    #expect(scratch.names == [])
  }

  @Test func `Ctrl-C gives a check up, and nothing is left behind`() throws {
    let scratch = Folder()
    let folder = Folder("never-returns")
    let started = try #require(
      Started(
        Place.host, ["check", folder("libNeverReturns.so")].map { Array($0.utf8) },
        environment: ["TMPDIR": scratch.path]))
    #expect(eventually { !scratch.names.isEmpty && !Processes.children(of: started.process).isEmpty })
    started.send(SIGINT)
    let run = started.finish(limit: .seconds(30))
    #expect(run == Run(out: "", err: "error: the check was given up\n", code: 7))
    #expect(scratch.names == [])
  }

  @Test func `what a check has left that was killed goes with the next one`() throws {
    let scratch = Folder()
    let folder = Folder("never-returns", "good")
    let started = try #require(
      Started(
        Place.host, ["check", folder("libNeverReturns.so")].map { Array($0.utf8) },
        environment: ["TMPDIR": scratch.path]))
    #expect(eventually { !scratch.names.isEmpty && !Processes.children(of: started.process).isEmpty })
    started.send(SIGKILL)
    _ = started.finish(limit: .seconds(30))
    #expect(scratch.names.count == 1)
    let run = CheckCommandTests.check(folder("libGood.so"), "--quick", environment: ["TMPDIR": scratch.path])
    #expect(run.code == 0 && scratch.names == [])
  }

  @Test func `a command line that makes no sense is told`() {
    let help = "help: write host check FILE.so\n"
    #expect(CheckCommandTests.check() == Run(out: "", err: "error: check needs one file\n\(help)", code: 2))
    #expect(
      CheckCommandTests.check("/nowhere/libGood.so")
        == Run(out: "", err: "error: no file named '/nowhere/libGood.so'\n", code: 3))
    #expect(
      CheckCommandTests.check("x.so", "--seed", "x")
        == Run(
          out: "", err: "error: the option --seed needs a whole number, not 'x'\nhelp: write --seed 42\n", code: 2))
  }

  @Test(
    .builtComponents,
    arguments: [
      "Library", "Audit", "Console", "Notes", "Reader", "BookDetail", "Review", "Discover", "WordCount", "NotFound",
    ])
  func `the example components pass`(name: String) {
    let run = CheckCommandTests.check("\(Place.components)/lib\(name).so", "--plugins", Place.components, "--trust-any")
    #expect(run.code == 0 && run.err == "", "\(run.out)\(run.err)")
  }

  @Test(arguments: ["sample-c", "sample-cpp", "sample-rust"]) func `the samples pass`(fixture: String) {
    if fixture == "sample-rust", !Samples.hasRust { return }
    let folder = Folder(fixture)
    let run = CheckCommandTests.check(folder("libSample.so"), "--timeout", "1")
    #expect(run.code == 0 && run.err == "", "\(run.out)\(run.err)")
  }

  @Test(.builtComponents) func `the sample in Swift passes`() {
    let run = CheckCommandTests.check("\(Place.components)/libSample.so", "--timeout", "1", "--trust-any")
    #expect(run.code == 0 && run.err == "", "\(run.out)\(run.err)")
  }
}
