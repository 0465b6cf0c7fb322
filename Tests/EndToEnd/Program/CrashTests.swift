import ComponentKit
import Glibc
import TestThreads
import Testing

/// A component that kills the process: the program says which one, where, and by what, and ends with a code of its own.
@Suite(.offPool, .builtComponents, .enabled(if: !Place.isSanitized, "a sanitizer takes the signals for itself"))
struct CrashTests {
  private static let folder: Folder = {
    let folder = Folder("dies", "throws", "panics")
    folder.copy("\(Place.components)/libSample.so", as: "libSample.so")
    return folder
  }()

  /// A run in which cores are dumped or not, and the standard library makes no backtrace, which takes a second.
  private func host(
    _ words: [String], dying: String = "", cores: String = "0", backtrace: Bool = false, options: [String] = []
  ) -> Run {
    let line = "cd /tmp && ulimit -S -c \(cores) && exec \"$0\" \"$@\""
    let call = ["-c", line, Place.host, "--plugins", CrashTests.folder.path] + options + words
    return Run.program(
      "/bin/sh", call,
      environment: ["FIXTURE_DIES": dying, "SWIFT_BACKTRACE": backtrace ? "enable=yes" : "enable=no"],
      limit: .seconds(120))
  }

  /// The lines of an error output that are the program's own.
  private func lines(_ run: Run) -> [String] {
    run.err.split(separator: "\n").map(String.init).filter { $0.hasPrefix("error: ") || $0.hasPrefix("{") }
  }

  @Test(arguments: [
    ("fault", "SIGSEGV"), ("abort", "SIGABRT"), ("trap", "SIGILL"), ("divide", "SIGFPE"), ("bus", "SIGBUS"),
    ("break", "SIGTRAP"), ("call", "SIGSYS"), ("overflow", "SIGSEGV"), ("blocked", "SIGSEGV"), ("handled", "SIGSEGV"),
  ])
  func `every way to crash is told in one line`(_ way: String, _ signal: String) {
    let run = host(["call", "Dies", "run"], dying: "run \(way)")
    #expect(lines(run) == ["error: component 'Dies' crashed in Dies.run (\(signal))"])
    #expect(run.code == 8 && run.out == "")
  }

  @Test(arguments: [
    (["call", "Throws", "run"], "Throws", "Throws.run", "SIGABRT"),
    (["call", "Panics", "run"], "Panics", "Panics.run", "SIGABRT"),
    (["call", "Sample", "progress", "steps:=0"], "Sample", "Sample.progress", "SIGILL"),
  ])
  func `so is what a language makes of a mistake`(
    _ words: [String], _ component: String, _ place: String, _ signal: String
  ) {
    let run = host(words)
    let told = lines(run)
    #expect(told == ["error: component '\(component)' crashed in \(place) (\(signal))"], "\(run.err)")
    #expect(run.code == 8 && run.out == "")
  }

  @Test(arguments: [
    (["call", "Dies", "nested"], "run fault", " in Dies.Below.run"),
    (["call", "Dies", "after"], "after fault", " in Dies.after"),
    (["call", "Dies", "calls"], "run fault", " in Dies.run"),
    (["call", "Dies", "calls"], "run overflow", " in Dies.run"),
    (["call", "Dies", "thread"], "thread fault", ""), (["call", "Dies", "thread"], "thread abort", ""),
    (["call", "Dies", "thread"], "thread overflow", ""), (["call", "Dies", "thread"], "thread blocked", ""),
    (["call", "Dies", "standard"], "thread overflow", ""), (["call", "Dies", "standard"], "thread blocked", ""),
    (["call", "Dies", "tells"], "told fault", " while it heard an event"),
    (["call", "Dies", "tells"], "told overflow", " while it heard an event"),
    (["call", "Dies", "run"], "constructor fault", " while it was loaded"),
    (["call", "Dies", "run"], "register abort", " in its register"),
    (["describe", "Dies"], "register overflow", " in its register"),
    (["list", "--targets"], "constructor abort", " while it was loaded"),
    (["open", "app://Dies/run"], "register fault", " in its register"),
    (["explain", "Dies", "run"], "register fault", " in its register"),
    (["bindings", "Dies"], "register fault", " in its register"),
  ])
  func `the place is where it happened`(_ words: [String], _ dying: String, _ place: String) {
    let signal = dying.hasSuffix("abort") ? "SIGABRT" : "SIGSEGV"
    let run = host(words, dying: dying)
    #expect(lines(run) == ["error: component 'Dies' crashed\(place) (\(signal))"], "\(run.err)")
    #expect(run.code == 8 && run.out == "")
  }

  @Test(arguments: [("shutdown", " while it was shut down"), ("destructor", "")])
  func `behind the reply it is told as well`(_ when: String, _ place: String) {
    let run = host(["call", "Dies", "run"], dying: "\(when) fault")
    #expect(run.out == "ok\n" && run.code == 8)
    #expect(lines(run) == ["error: component 'Dies' crashed\(place) (SIGSEGV)"], "\(run.err)")
  }

  @Test(arguments: [
    (["call", "Dies", "run"], "run exit", " in Dies.run"),
    (["call", "Dies", "nested"], "run exit", " in Dies.Below.run"),
    (["call", "Dies", "thread"], "thread exit", ""), (["call", "Dies", "run"], "run quick", " in Dies.run"),
    (["call", "Dies", "run"], "run _exit", " in Dies.run"),
    (["call", "Dies", "nested"], "run _Exit", " in Dies.Below.run"),
    (["call", "Dies", "thread"], "thread _exit", ""), (["describe", "Dies"], "register _exit", " in its register"),
    (["call", "Dies", "run"], "constructor _Exit", " while it was loaded"),
    (["call", "Dies", "run"], "run read", " in Dies.run"),
    (["describe", "Dies"], "register exit", " in its register"),
    (["call", "Dies", "run"], "constructor exit", " while it was loaded"),
  ])
  func `a component that calls exit is told of, and what it printed is not lost`(
    _ words: [String], _ dying: String, _ place: String
  ) {
    let run = host(words, dying: dying)
    let said = "error: component 'Dies' ended the process\(place): it called exit\n"
    let isWritten = dying.hasSuffix(" exit") || dying.hasSuffix(" read")
    #expect(run == Run(out: "", err: said + (isWritten ? "what was printed\n" : ""), code: 8))
  }

  @Test func `what a child of a component ends is the child`() {
    #expect(host(["call", "Dies", "run"], dying: "run children") == Run(out: "ok\n", err: "", code: 0))
  }

  @Test(arguments: [
    (["call", "Dies", "run"], "run leave", " in Dies.run"),
    (["call", "Dies", "nested"], "run leave", " in Dies.Below.run"),
    (["call", "Dies", "run"], "constructor leave", " while it was loaded"),
    (["list", "--targets"], "register leave", " in its register"),
  ])
  func `a component that ends the program's thread does not leave it hanging`(
    _ words: [String], _ dying: String, _ place: String
  ) {
    let run = host(words, dying: dying)
    let said = "error: component 'Dies' ended the program's thread\(place): it called pthread_exit\n"
    #expect(run == Run(out: "", err: said + "what was printed\n", code: 8))
  }

  @Test func `below a thread's stack for signals nothing can be written`() {
    #expect(host(["call", "Dies", "thread"], dying: "thread guard") == Run(out: "still here\n", err: "", code: 0))
  }

  @Test func `a signal that the program was started with as blocked is told as well`() {
    let words = ["--block-signal=SEGV", Place.host, "--plugins", CrashTests.folder.path, "call", "Dies", "run"]
    let environment = ["FIXTURE_DIES": "run fault", "SWIFT_BACKTRACE": "enable=no"]
    let run = Run.program("/usr/bin/env", words, environment: environment, limit: .seconds(120))
    #expect(lines(run) == ["error: component 'Dies' crashed in Dies.run (SIGSEGV)"], "\(run.err)")
    #expect(run.code == 8)
  }

  // While a backtrace is made other threads crash, and the handlers of the standard library take themselves back first.
  @Test func `however many threads crash at once, the end is one`() {
    for _ in 0..<5 {
      let run = host(["call", "Dies", "crowd"], dying: "thread fault", backtrace: true)
      #expect(lines(run) == ["error: component 'Dies' crashed (SIGSEGV)"], "\(run.err)")
      #expect(run.code == 8 && run.err.contains("Backtracing from"))
    }
  }

  @Test func `programs get one line of JSON`() throws {
    let run = host(["call", "Dies", "nested", "--json"], dying: "run fault")
    let line = try #require(lines(run).first)
    let message = #""message":"component 'Dies' crashed in Dies.Below.run (SIGSEGV)","#
    #expect(
      line == #"{"error":{"code":8,"reason":"crashed",\#(message)"target":"Dies","action":"nested","suggestions":[],"#
        + #""details":{"component":"Dies","signal":"SIGSEGV"}}}"#)
    let exit = host(["open", "app://Dies/run", "--json"], dying: "register exit")
    let error = try Value(json: #require(lines(exit).first))["error"]
    #expect(error?["code"] == 8 && error?["target"] == .null && exit.code == 8)
  }

  @Test func `the backtrace stays, behind the line`() {
    let run = host(["call", "Dies", "nested"], dying: "run fault", backtrace: true, options: ["--in-place"])
    #expect(run.err.hasPrefix("error: component 'Dies' crashed in Dies.Below.run (SIGSEGV)\n"))
    #expect(run.err.contains("Backtracing from") && run.err.contains("die_at"), "\(run.err)")
    #expect(run.code == 8)
  }

  /// Whether somebody may switch core dumps on here.
  static let mayDumpCores: Bool = {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 && limit.rlim_max > 0
  }()

  @Test(
    .enabled(if: mayDumpCores, "nobody here may switch core dumps on"),
    arguments: [("fault", SIGSEGV), ("abort", SIGABRT), ("trap", SIGILL), ("break", SIGTRAP)])
  func `where cores are dumped it dies by the signal`(_ way: String, _ signal: Int32) {
    // So small that nothing is written.
    let run = host(["call", "Dies", "nested"], dying: "run \(way)", cores: "1")
    #expect(lines(run).count == 1 && lines(run)[0].hasPrefix("error: component 'Dies' crashed in Dies.Below.run "))
    #expect(run.code == 128 + signal)
  }

  @Test func `a signal from outside is no crash of a component`() throws {
    let folder = Folder("waits")
    let words = [
      "-c", "ulimit -S -c 0 && exec \"$0\" \"$@\"", Place.host, "--plugins", folder.path, "call", "Waits", "run",
    ]
    let started = try #require(
      Started(
        "/bin/sh", (words + ["until=\(folder("until"))"]).map { Array($0.utf8) },
        environment: ["SWIFT_BACKTRACE": "enable=no"]))
    #expect(eventually { folder.has("until.running") })
    started.send(SIGSEGV)
    let run = started.finish()
    #expect(lines(run) == [] && run.code == 128 + SIGSEGV)
  }
}
