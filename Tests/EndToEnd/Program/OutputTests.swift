import ComponentKit
import Glibc
import TestThreads
import Testing

/// Where the output goes, and what becomes of a call when the user ends it.
@Suite(.offPool) struct OutputTests {
  private func start(_ folder: Folder, _ arguments: String..., out: String? = nil, err: String? = nil) throws -> Started
  {
    let words = ["--plugins", folder.path] + arguments
    return try #require(Started(Place.host, words.map { Array($0.utf8) }, out: out, err: err))
  }

  @Test func `a closed pipe is no error`() throws {
    let started = try start(Folder("huge-reply"), "call", "HugeReply", "run")
    started.closeOut()
    #expect(started.finish(outIsClosed: true) == Run(out: "", err: "", code: 0))
  }

  @Test func `a full disk is one`() throws {
    let run = try start(Folder("good"), "call", "Good", "run", out: "/dev/full").finish()
    #expect(run == Run(out: "", err: "error: can't write the output: No space left on device\n", code: 1))
    let list = try start(Folder("good"), "list", "--json", out: "/dev/full").finish()
    let error = try Value(json: list.errBytes)["error"]
    #expect(error?["reason"] == "output" && error?["code"] == 1 && list.code == 1)
  }

  @Test func `closed streams are no trap`() {
    let folder = Folder("good")
    let run = { (redirection: String) in
      let line = "exec '\(Place.host)' --plugins '\(folder.path)' call Good run \(redirection)"
      return Run.program("/bin/sh", ["-c", line], limit: .seconds(10))
    }
    #expect(run("<&-") == Run(out: "ok\n", err: "", code: 0))
    #expect(run("2>&-") == Run(out: "ok\n", err: "", code: 0))
    #expect(run(">&-") == Run(out: "", err: "error: can't write the output: Bad file descriptor\n", code: 1))
    #expect(run("<&- >&- 2>&-").code == 1)
  }

  @Test func `a text with a line's end gets no second one, others get one`() {
    let folder = Folder("sample-c")
    for (text, out) in [("a", "a\n"), ("a\n", "a\n"), ("", "\n"), ("\n", "\n"), ("a\nb", "a\nb\n"), ("a\r", "a\r\n")] {
      let run = Run.host("--plugins", folder.path, "call", "Sample", "first", "value=\(text)")
      #expect(run == Run(out: out, err: "", code: 0))
    }
  }

  @Test func `progress is nothing where no terminal is`() {
    let run = Run.host("--plugins", Folder("progress").path, "call", "Progress", "run")
    #expect(run == Run(out: "done\n", err: "", code: 0))
  }

  @Test(arguments: ["progress", "odd-progress"]) func `progress is a bar on a terminal, gone at the end`(
    _ fixture: String
  ) throws {
    let terminal = try #require(Terminal())
    let run = try start(Folder(fixture), "call", componentName(fixture), "run", err: terminal.path).finish()
    let shown = terminal.read()
    #expect(run.out == "done\n" && run.code == 0)
    #expect(shown.hasPrefix("\r") && shown.hasSuffix("\r\u{1b}[K"), "\(shown)")
    // Nothing that a component says may act on the terminal.
    let escapes = shown.split(separator: "\u{1b}", omittingEmptySubsequences: false).dropFirst()
    #expect(escapes.allSatisfy { $0.hasPrefix("[K") } && !shown.contains("\n"))
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"], [:]]) func `errors are red where that is wanted`(
    _ environment: [String: String]
  ) throws {
    let terminal = try #require(Terminal())
    let words = ["--plugins", "/", "call", "Good", ""].map { Array($0.utf8) }
    let run = try #require(Started(Place.host, words, environment: environment, err: terminal.path)).finish()
    let shown = terminal.read()
    #expect(shown.hasPrefix(environment.isEmpty ? "\u{1b}[1;31merror:\u{1b}[0m '' is" : "error: '' is"), "\(shown)")
    #expect(run.code == 3)
  }

  /// Starts the fixture's action and waits until it runs.
  private func running(_ fixture: String) throws -> Started {
    let folder = Folder(fixture)
    let words = ["--plugins", folder.path, "call", componentName(fixture), "run"].map { Array($0.utf8) }
    let environment = ["FIXTURE_MARKS": folder("marks.txt")]
    let started = try #require(Started(Place.host, words, environment: environment))
    #expect(eventually { folder.lines(of: "marks.txt") == ["running"] })
    return started
  }

  @Test func `Ctrl-C gives a deferred call up`() throws {
    let started = try running("until-given-up")
    started.send(SIGINT)
    #expect(
      started.finish() == Run(out: "", err: "error: the call of UntilGivenUp.run was given up\n", code: 128 + SIGINT))
  }

  @Test func `an action that watches for it ends early`() throws {
    let started = try running("until-cancelled")
    started.send(SIGINT)
    #expect(started.finish() == Run(out: "", err: "error: I saw it\n", code: 128 + SIGINT))
  }

  @Test func `a second Ctrl-C ends the host at once`() throws {
    let started = try running("never-returns")
    // More than two, for two that come before the first is seen are one. Until `finish` nobody else gets its number.
    for _ in 1...5 {
      started.send(SIGINT)
      usleep(50_000)
    }
    #expect(started.finish(limit: .seconds(10)).code == 128 + SIGINT)
  }

  @Test func `a call ends with its time limit`() {
    let folder = Folder("sample-c")
    let seen = Run.host("--plugins", folder.path, "call", "Sample", "untilCancelled", "--timeout", "2")
    let passed = "error: Sample.untilCancelled did not reply within 2 s\nhelp: allow more with --timeout SECONDS\n"
    #expect(seen == Run(out: "", err: passed, code: 7))
    let late = Run.host("--plugins", folder.path, "call", "Sample", "untilGivenUp", "--timeout", "2")
    let text = "error: Sample.untilGivenUp did not reply before the deadline\nhelp: allow more with --timeout SECONDS\n"
    #expect(late == Run(out: "", err: text, code: 7))
  }

  @Test(arguments: [("untilCancelled", "within 1 s"), ("untilGivenUp", "before the deadline")])
  func `a call ends with its time limit whoever stands before it`(_ action: String, _ words: String) {
    let folder = Folder("sample-c")
    folder.write(#"{"interceptors": [{"ready": "log"}]}"#, as: "policy.json")
    let run = Run.host(
      "--plugins", folder.path, "call", "Sample", action, "--timeout", "1", "--policy", folder("policy.json"))
    #expect(run.out == "")
    #expect(run.err.contains("error: Sample.\(action) did not reply \(words)\n"), "\(run.err)")
    #expect(run.code == 7)
  }
}
