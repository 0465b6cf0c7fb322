import ComponentKit
import Glibc
import Testing

@testable import HostCLI

@Suite struct CallCommandTests {
  @Test(arguments: [
    ("\"x\"", "x\n", "\"x\"\n"), ("\"x\\n\"", "x\n", "\"x\\n\"\n"), ("\"x\\n\\n\"", "x\n\n", "\"x\\n\\n\"\n"),
    ("\"\"", "\n", "\"\"\n"), ("\"\\u001b[1m\\u0000\"", "\u{1B}[1m\0\n", "\"\\u001b[1m\\u0000\"\n"),
    ("1", "1\n", "1\n"), ("null", "", "null\n"), ("[1,2]", "[1, 2]\n", "[1,2]\n"),
    ("{\"a\":{\"b\":[]}}", "{\n  \"a\": {\"b\": []}\n}\n", "{\"a\":{\"b\":[]}}\n"),
  ])
  func `texts are printed raw and the rest as JSON`(json: String, plain: String, line: String) {
    #expect(run("call", "Probe", "value", "value:=\(json)") == Ran(.ok, out: plain))
    #expect(run("call", "Probe", "value", "value:=\(json)", "--json") == Ran(.ok, out: line))
  }

  @Test func `a text is read as what the action asks for, JSON as what it is`() {
    #expect(run("call", "Probe", "int", "id=12") == Ran(.ok, out: "12\n"))
    #expect(run("call", "Probe", "bytes", "data=YQ==") == Ran(.ok, out: "YQ==\n"))
    #expect(
      run("call", "Probe", "int", "id:=\"12\"")
        == Ran(.invalidParameters, err: "error: the parameter 'id' must be an int, not the text '12'\n"))
  }

  @Test func `parameters come from the option, the input and the words`() {
    #expect(
      run("call", "Probe", "all", "--params", "{\"a\":1}", "b=x", "--json") == Ran(.ok, out: "{\"a\":1,\"b\":\"x\"}\n"))
    let input = Console.Input.bytes(Array(" {\"a\": [true]}\n".utf8))
    #expect(run("--json", "call", "Probe", "all", "--params=-", input: input) == Ran(.ok, out: "{\"a\":[true]}\n"))
    #expect(run("call", "Probe", "all", "--", "--b=--json") == Ran(.ok, out: "{\"--b\": \"--json\"}\n"))
    #expect(run("call", "Probe.Sub", "name") == Ran(.ok, out: "sub\n"))
  }

  @Test func `input that is no parameters is told`() {
    #expect(
      run("call", "Probe", "all", "--params", "-", input: .bytes([0x7B, 0xFF]))
        == Ran(
          .invalidParameters,
          err:
            "error: the JSON of the standard input is invalid: line 1, column 2: the byte 0xff is not valid UTF-8 here\n"
        ))
    #expect(
      run("call", "Probe", "all", "--params", "-", input: .failure(EISDIR))
        == Ran(.failed, err: "error: can't read the standard input: Is a directory\n"))
    #expect(
      run("call", "Probe", "all", "--params", "{", "--json")
        == Ran(
          .invalidParameters,
          err: """
            {"error":{"code":5,"reason":"invalid_json","message":"the JSON of --params is invalid: line 1, column 2: \
            expected a key in double quotes, but the text ends here","target":"Probe","action":"all","suggestions":[],\
            "details":{"line":1,"column":2}}}

            """))
  }

  @Test func `a failure is an error with its exit code`() {
    for (code, exit) in [(1, 1), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 1), (9, 7), (77, 1)] {
      let ran = run("call", "Probe", "fail", "code:=\(code)")
      #expect(ran.err == "error: it was told to fail\n")
      #expect(ran.out == "")
      #expect(Int(ran.exit.rawValue) == exit)
    }
    #expect(
      run("call", "Probe", "fail", "code=6", "help=ask nicely", "n:=1", "--json")
        == Ran(
          .denied,
          err: """
            {"error":{"code":6,"reason":"told_to","message":"it was told to fail","target":"Probe","action":"fail",\
            "suggestions":[],"details":{"help":"ask nicely","n":1}}}

            """))
    #expect(
      run("call", "Probe", "fail", "code=6", "help=ask nicely")
        == Ran(.denied, err: "error: it was told to fail\nhelp: ask nicely\n"))
  }

  @Test func `what is not there is told with near names`() {
    #expect(
      run("--plugins", "/no-such/", "--plugins=/", "call", "Prob", "x")
        == Ran(
          .notFound,
          err: """
            error: no component named 'Prob'
              looked in /no-such (no such folder)
              looked in /
            help: a component with a similar name exists: 'Probe'

            """))
    #expect(
      run("call", "Probe.Subs", "name")
        == Ran(
          .notFound,
          err: """
            error: Probe has no target 'Probe.Subs'
            help: a target with a similar name exists: 'Probe.Sub'

            """))
    #expect(
      run("call", "Probe", "seps")
        == Ran(
          .notFound,
          err: """
            error: Probe has no action 'seps'
            help: an action with a similar name exists: 'steps'

            """))
    #expect(run("call", "../x", "y").exit == .notFound)
  }

  @Test func `folders are those of the options, or of the environment, or lib`() {
    func looked(_ ran: Ran) -> [Substring] { ran.err.split(separator: "\n").filter { $0.hasPrefix("  looked in ") } }
    let environment = ["HOST_PLUGINS": ":/b::/c/:"]
    #expect(
      looked(run("call", "X", "y", "--plugins", "/a", environment: environment)) == ["  looked in /a (no such folder)"])
    #expect(
      looked(run("call", "X", "y", environment: environment))
        == ["  looked in /b (no such folder)", "  looked in /c (no such folder)"])
    #expect(
      looked(run("call", "X", "y", environment: ["HOST_PLUGINS": ":"])).first?.hasPrefix("  looked in ./lib") == true)
    #expect(looked(run("call", "X", "y")).first?.hasPrefix("  looked in ./lib") == true)
  }

  @Test func `a reply that can't be written down is an error`() {
    #expect(
      run("call", "Probe", "object")
        == Ran(
          .failed, err: "error: the reply of Probe.object can't be printed: [1]: an object can't be written down\n"))
  }

  @Test func `a closed pipe is no error and a full disk is`() {
    #expect(run("call", "Probe", "value", out: Captured(failure: EPIPE)) == Ran(.ok))
    #expect(
      run("call", "Probe", "value", out: Captured(failure: ENOSPC))
        == Ran(.failed, err: "error: can't write the output: No space left on device\n"))
    #expect(run("call", "Probe", "fail", "code:=6", err: Captured(failure: EPIPE)) == Ran(.denied))
  }

  @Test func `what the host reports is a warning`() {
    #expect(run("call", "Probe", "twiceLater").err.hasPrefix("warning: "))
    let ran = run("call", "Probe", "twiceLater", "--json")
    #expect(ran.out == "1\n")
    #expect(ran.err.hasPrefix("{\"warning\":{\"reason\":\"ended_twice\",\"message\":\""))
    #expect(ran.err.split(separator: "\n").count == 1)
  }

  @Test func `a call that takes too long is an error that says how to give it more time`() {
    #expect(
      run("call", "Probe", "heed", "--timeout", "0.5")
        == Ran(
          .timedOutOrCancelled,
          err: "error: the deadline passed while Probe.heed ran\nhelp: allow more with --timeout SECONDS\n"))
  }

  @Test(arguments: [
    ([], "call needs a target and an action"), (["Probe"], "call needs an action behind the target 'Probe'"),
    (["Probe", "all", "x"], "'x' is no parameter"), (["a", "b", "--targets"], "'call' takes no option --targets"),
    (["Probe", "all", "--trace", "-"], "--trace needs a file, and '-' is none"),
  ])
  func `a call that is not complete is a usage error`(words: [String], message: String) {
    let err = Captured()
    let console = Console(out: Captured(), err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    #expect(Program.run(["call"] + words, Surroundings(console)) == .usage)
    #expect(err.text.hasPrefix("error: \(message)\nhelp: "))
  }

  @Test(
    arguments: [
      ("Probe", nil, nil, "see its actions with 'host describe Probe'"),
      ("Probe.Sub", nil, nil, "see its actions with 'host describe Probe.Sub'"),
      // As messages write it.
      ("Probe.say", "text=x", nil, "write host call Probe say"),
      ("Probe.Sub.name", nil, nil, "write host call Probe.Sub name"),
      ("app://Probe/say?text=x", nil, "call takes a target and an action, not a URL", "write host open URL"),
      ("a b", "x=y", nil, "write host call TARGET ACTION [key=text | key:=json]..."),
    ] as [(String, String?, String?, String)])
  func `what stands in an action's place is told apart`(
    _ target: String, _ word: String?, _ message: String?, _ help: String
  ) {
    let message = message ?? "call needs an action behind the target '\(target)'"
    let ran = word.map { run("call", target, $0) } ?? run("call", target)
    #expect(ran == Ran(.usage, err: "error: \(message)\nhelp: \(help)\n"))
  }
}
