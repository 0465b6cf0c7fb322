import ComponentKit
import Testing

@testable import HostCLI

@Suite struct ProblemTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let failure: Failure
    let text: String
    let json: String
    var testDescription: String { failure.reason }
  }

  static let cases = [
    Case(
      failure: Failure(
        .notFound, "no_such_component", "no component named 'Reder'",
        details: ["target": "T", "action": "a", "directories": ["/", "/no-such"], "suggestions": ["Reader"]]),
      text: """
        error: no component named 'Reder'
          looked in /
          looked in /no-such (no such folder)
        help: a component with a similar name exists: 'Reader'

        """,
      json: """
        {"error":{"code":3,"reason":"no_such_component","message":"no component named 'Reder'","target":"T","action":"a",\
        "suggestions":["Reader"],"details":{"directories":["/","/no-such"]}}}
        """),
    Case(
      failure: Failure(
        .notFound, "no_such_component", "no component named 'X'", details: ["directories": ["/"]]),
      text: """
        error: no component named 'X'
          looked in /
        help: see what is there with 'host list'

        """,
      json: """
        {"error":{"code":3,"reason":"no_such_component","message":"no component named 'X'","target":"T","action":"a",\
        "suggestions":[],"details":{"directories":["/"]}}}
        """),
    Case(
      failure: Failure(
        .notFound, "no_such_component", "no component named 'X'", details: ["directories": ["/no-such", "/dev/null"]]),
      text: """
        error: no component named 'X'
          looked in /no-such (no such folder)
          looked in /dev/null (not a folder)
        help: name the folder of your components with --plugins DIR

        """,
      json: """
        {"error":{"code":3,"reason":"no_such_component","message":"no component named 'X'","target":"T","action":"a",\
        "suggestions":[],"details":{"directories":["/no-such","/dev/null"]}}}
        """),
    Case(
      failure: Failure(
        .notFound, "no_such_action", "Other has no action 'shw'",
        details: ["target": "Other", "action": "shw", "suggestions": ["show", "shows"]]),
      text: """
        error: Other has no action 'shw'
        help: actions with similar names exist: 'show', 'shows'

        """,
      json: """
        {"error":{"code":3,"reason":"no_such_action","message":"Other has no action 'shw'","target":"T","action":"a",\
        "suggestions":["show","shows"],"details":{"target":"Other","action":"shw"}}}
        """),
    Case(
      failure: Failure(.notFound, "no_such_target", "T has no target 'T.S'", details: ["target": "T", "action": "a"]),
      text: """
        error: T has no target 'T.S'
        help: see what it has with 'host describe T'

        """,
      json: """
        {"error":{"code":3,"reason":"no_such_target","message":"T has no target 'T.S'","target":"T","action":"a",\
        "suggestions":[]}}
        """),
    Case(
      failure: Failure(.notFound, "no_such_action", "Other.Sub has no action 'x'", details: ["target": "Other.Sub"]),
      text: """
        error: Other.Sub has no action 'x'
        help: see what it has with 'host describe Other.Sub'

        """,
      json: """
        {"error":{"code":3,"reason":"no_such_action","message":"Other.Sub has no action 'x'","target":"T","action":"a",\
        "suggestions":[],"details":{"target":"Other.Sub"}}}
        """),
    Case(
      failure: Failure(.notFound, "no_such_action", "no", details: ["target": "a; reboot"]),
      text: """
        error: no
        help: see what it has with 'host list --targets'

        """,
      json: """
        {"error":{"code":3,"reason":"no_such_action","message":"no","target":"T","action":"a","suggestions":[],\
        "details":{"target":"a; reboot"}}}
        """),
    Case(
      failure: Failure(.notFound, "no_such_book", "no book 'Mobby'", details: ["suggestions": ["Moby", "Mob"]]),
      text: """
        error: no book 'Mobby'
        help: did you mean 'Moby' or 'Mob'?

        """,
      json: """
        {"error":{"code":3,"reason":"no_such_book","message":"no book 'Mobby'","target":"T","action":"a",\
        "suggestions":["Moby","Mob"]}}
        """),
    Case(
      failure: Failure(.notFound, "invalid_name", "'../x' is not a valid name", details: ["rule": "a name is …"]),
      text: """
        error: '../x' is not a valid name
        help: a name is …

        """,
      json: """
        {"error":{"code":3,"reason":"invalid_name","message":"'../x' is not a valid name","target":"T","action":"a",\
        "suggestions":[],"details":{"rule":"a name is …"}}}
        """),
    Case(
      failure: Failure(
        .refused, "component_refused", "the component 'T' is refused: others can write it",
        details: ["refusal": "not_trusted", "file": "./lib/libT.so", "help": "chmod go-w ./lib/libT.so"]),
      text: """
        error: the component 'T' is refused: others can write it
          in ./lib/libT.so
        help: chmod go-w ./lib/libT.so

        """,
      json: """
        {"error":{"code":4,"reason":"component_refused","message":"the component 'T' is refused: others can write it",\
        "target":"T","action":"a","suggestions":[],"details":{"refusal":"not_trusted","file":"./lib/libT.so",\
        "help":"chmod go-w ./lib/libT.so"}}}
        """),
    Case(
      failure: Failure(
        .refused, "component_refused", "the component 'T' is refused: it is empty",
        details: ["refusal": "not_elf", "file": "./lib/libT.so"]),
      text: """
        error: the component 'T' is refused: it is empty
          in ./lib/libT.so
        help: see more with 'host inspect ./lib/libT.so'

        """,
      json: """
        {"error":{"code":4,"reason":"component_refused","message":"the component 'T' is refused: it is empty",\
        "target":"T","action":"a","suggestions":[],"details":{"refusal":"not_elf","file":"./lib/libT.so"}}}
        """),
    Case(
      failure: Failure(.failed, "x", "first\nerror: second\u{1B}[2J\n", details: ["o": .double(.nan)]),
      text: """
        error: first
          error: second\\u{1b}[2J

        """,
      json: """
        {"error":{"code":1,"reason":"x","message":"first\\nerror: second\\u001b[2J\\n","target":"T","action":"a",\
        "suggestions":[]}}
        """),
  ]

  @Test(arguments: cases) func `a failure is shown with its facts and what to do`(_ one: Case) {
    let problem = Problem(one.failure, target: "T", action: "a")
    #expect(problem.text(isColoured: false) == one.text)
    #expect(String(decoding: problem.jsonLine, as: UTF8.self) == one.json + "\n")
  }

  @Test func `suggestions that are no texts stay details`() {
    let problem = Problem(Failure(.failed, "x", "y", details: ["suggestions": [1]]), target: "T", action: "a")
    #expect(problem.suggestions == [])
    #expect(problem.details == ["suggestions": [1]])
  }

  @Test func `only the first word of a line is coloured`() {
    let problem = Problem(.usage, "usage", "no", notes: ["fact"], help: ["do"])
    #expect(problem.text(isColoured: true) == "\u{1B}[1;31merror:\u{1B}[0m no\n  fact\n\u{1B}[1;36mhelp:\u{1B}[0m do\n")
  }

  @Test func `an error without a call has no target`() {
    #expect(
      String(decoding: Problem.usage("no command").jsonLine, as: UTF8.self) == """
        {"error":{"code":2,"reason":"usage","message":"no command","target":null,"action":null,"suggestions":[]}}

        """)
  }
}
