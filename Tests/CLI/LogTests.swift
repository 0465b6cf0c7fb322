import Testing

@testable import HostCLI

/// What components say for the log, as the program shows it.
@Suite struct LogTests {
  @Test(
    arguments: [
      (10, ""), (20, "Probe: it rains\n"), (30, "Probe: warning: it rains\n"), (40, "Probe: error: it rains\n"),
      (99, "Probe: error: it rains\n"),
    ])
  func `a component's line stands on the error output behind its name, by its level`(level: Int, line: String) {
    #expect(run("call", "Probe", "log", "level=\(level)", "text=it rains") == Ran(.ok, err: line))
  }

  @Test func `what acts on a terminal is escaped, and no line of it passes for another's`() {
    let ran = run("call", "Probe", "log", "level=20", "text=a\u{1B}[2J\nerror: b\u{202E}\n")
    #expect(ran.err == "Probe: a\\u{1b}[2J\n  error: b\\u{202e}\n")
  }

  @Test func `the level is coloured on a terminal`() {
    let ran = run("call", "Probe", "log", "level=30", "text=x", err: Captured(columns: 80))
    #expect(ran.err.hasPrefix("Probe: \u{1B}[1;33mwarning:\u{1B}[0m x\n"))
  }

  @Test(arguments: [(20, "info"), (30, "warning"), (40, "error")])
  func `in JSON a line is an object`(level: Int, name: String) {
    let ran = run("call", "Probe", "log", "level=\(level)", "text=two\nlines", "--json")
    let line = #"{"log":{"component":"Probe","level":"\#(name)","message":"two\nlines"}}"#
    #expect(ran == Ran(.ok, out: "null\n", err: line + "\n"))
    #expect(run("call", "Probe", "log", "level=10", "text=x", "--json").err.isEmpty)
  }

  @Test func `in a session it is one where its line asks for JSON`() {
    let script = TemporaryFile("call Probe log level=20 text=x --json\ncall Probe log level=20 text=y\n")
    let json = #"{"log":{"component":"Probe","level":"info","message":"x"}}"#
    #expect(run("run", script.path) == Ran(.ok, out: "null\n", err: "\(json)\nProbe: y\n"))
  }
}
