import Testing

@testable import HostCLI

@Suite struct ArgumentsTests {
  @Test func `options may stand anywhere and have their values attached or behind them`() throws {
    let arguments = try Arguments([
      "--plugins", "a", "call", "--json", "Reader", "--plugins=b", "show", "x=1", "--timeout=", "--params", "--json",
    ])
    #expect(arguments.words == ["call", "Reader", "show", "x=1"])
    #expect(arguments.values(.plugins) == ["a", "b"])
    #expect(arguments.value(.timeout) == "")
    #expect(arguments.value(.params) == "--json")
    #expect(arguments.has(.json))
    #expect(!arguments.has(.trustAny))
  }

  @Test func `after two dashes nothing is an option`() throws {
    let arguments = try Arguments(["call", "--json", "--", "--params", "-x", "--", "--plugins=a"])
    #expect(arguments.words == ["call", "--params", "-x", "--", "--plugins=a"])
    #expect(arguments.options.count == 1)
  }

  @Test func `a single dash and an empty argument are words`() throws {
    #expect(try Arguments(["-", ""]).words == ["-", ""])
  }

  @Test func `a value may hold a sign of equality and any text`() throws {
    #expect(try Arguments(["--params={\"a\":\"=\u{301}\"}"]).value(.params) == "{\"a\":\"=\u{301}\"}")
  }

  @Test(arguments: [
    ("--plugin", "unknown option '--plugin'", "an option with a similar name exists: '--plugins'"),
    ("--tragets=1", "unknown option '--tragets'", "options with similar names exist: '--targets', '--trace'"),
    ("-j", "unknown option '-j'", "see the options with 'host --help'; what stands after -- is no option"),
    (
      "--a\u{1B}[1m", "unknown option '--a\\u{1b}[1m'",
      "see the options with 'host --help'; what stands after -- is no option"
    ),
    ("--plugins", "the option --plugins needs a value", "write --plugins DIR"),
    ("--timeout", "the option --timeout needs a value", "write --timeout SECONDS"),
    ("--json=1", "the option --json takes no value", nil),
  ])
  func `what is no option is a usage error`(argument: String, message: String, help: String?) {
    let problem = #expect(throws: Problem.self) { try Arguments([argument]) }
    #expect(problem?.exit == .usage)
    #expect(problem?.message == message)
    #expect(problem?.help == (help.map { [$0] } ?? []))
  }

  @Test(arguments: [
    (["new", "X", "--bogus"], "see the options of 'new' with 'host help new'; what stands after -- is no option"),
    (["new", "X", "--lan"], "an option with a similar name exists: '--lean'"),
    // The command that it stands behind has no such option.
    (["new", "X", "--param"], "see the options of 'new' with 'host help new'; what stands after -- is no option"),
    (["bindings", "X", "--language"], "write --language swift|c|cpp|rust"),
    (["new", "X", "--language"], "write --language swift|c|cpp|rust"),
  ])
  func `the help is that of the command`(words: [String], help: String) {
    let problem = #expect(throws: Problem.self) { try Arguments(words) }
    #expect(problem?.help == [help])
  }

  @Test func `an option that means one thing is given once`() {
    let problem = #expect(throws: Problem.self) { try Arguments(["--timeout", "1", "--timeout=1"]) }
    #expect(problem?.message == "the option --timeout is given twice")
    #expect(throws: Never.self) { try Arguments(["--json", "--json", "--plugins", "a", "--plugins", "a"]) }
  }

  @Test(
    arguments: [
      ("0", nil), ("0.0", nil), ("1", .seconds(1)), ("2.5", .milliseconds(2500)), ("0.000000001", .nanoseconds(1)),
      ("1000000000", .seconds(1_000_000_000)),
    ] as [(String, Duration?)])
  func `a time limit is a number of seconds`(text: String, duration: Duration?) throws {
    #expect(try TimeLimit(text).duration == duration)
  }

  @Test(arguments: ["", "x", "-1", "1e3", "0x10", "nan", "inf", ".5", "5.", "1.2.3", "1 ", "1000000001"])
  func `other time limits are usage errors`(text: String) {
    let problem = #expect(throws: Problem.self) { try TimeLimit(text) }
    #expect(problem?.exit == .usage)
    #expect(problem?.message == "the option --timeout needs a number of seconds, not '\(text)'")
  }
}
