import TestThreads
import Testing

/// A component that hangs where no call is under way: the program ends all the same.
@Suite(.offPool) struct HangTests {
  private let folder = Folder("hangs")

  private func host(_ words: [String], hanging place: String) -> Run {
    Run.host(
      ["--plugins", folder.path] + words, environment: ["FIXTURE_HANGS": place, "FIXTURE_MARKS": folder("marks.txt")],
      limit: .seconds(20))
  }

  @Test(
    arguments: [["call", "Hangs", "run"], ["list", "--targets"], ["explain", "app://Hangs/run"]],
    ["shutdown", "release", "exit", "destructor"])
  func `what is printed is not held back by a component that hangs as it ends`(_ words: [String], _ place: String) {
    let run = host(words, hanging: place)
    #expect(run == host(words, hanging: "nowhere"))
    #expect(run.code == 0 && run.err == "" && run.out != "")
    // It did hang.
    #expect(folder.lines(of: "marks.txt") == [place])
  }

  @Test(arguments: [["call", "Hangs", "nothing"], ["describe", "Hangs", "nothing"]])
  func `nor is an error`(_ words: [String]) {
    let run = host(words, hanging: "destructor")
    #expect(run.code == 3 && run.out == "" && run.err.hasPrefix("error: "))
    #expect(folder.lines(of: "marks.txt") == ["destructor"])
  }

  static let loading = [
    ["open", "app://Hangs/run", "--dry-run"], ["list", "--targets"], ["describe", "Hangs"],
    ["explain", "app://Hangs/run"], ["bindings", "Hangs"],
  ]

  @Test(arguments: loading, [("constructor", "while it was loaded"), ("register", "in its register")])
  func `what hangs as it is loaded ends with the time limit`(_ words: [String], _ place: (name: String, words: String))
  {
    let message = "the component 'Hangs' did not load within 1 s: it took too long \(place.words)"
    #expect(
      host(words + ["--timeout", "1"], hanging: place.name)
        == Run(out: "", err: "error: \(message)\nhelp: allow more with --timeout SECONDS\n", code: 7))
    let json =
      #"{"error":{"code":7,"reason":"timed_out","message":"\#(message)","target":null,"action":null,"suggestions":[]}}"#
    #expect(
      host(words + ["--timeout", "1", "--json"], hanging: place.name) == Run(out: "", err: json + "\n", code: 7))
  }

  @Test func `a call that waits for a start that hangs names the component that starts`() {
    let folder = Folder("starts-slowly")
    folder.write("", as: "hold")
    let call = ["--plugins", folder.path, "call", "StartsSlowly", "run", "--timeout", "1"]
    let message = "StartsSlowly.run did not reply within 1 s: the component 'StartsSlowly' took too long in its start"
    #expect(
      Run.host(call, limit: .seconds(20))
        == Run(out: "", err: "error: \(message)\nhelp: allow more with --timeout SECONDS\n", code: 7))
    let json =
      #"{"error":{"code":7,"reason":"timed_out","message":"\#(message)","target":"StartsSlowly","action":"run","suggestions":[]}}"#
    #expect(Run.host(call + ["--json"], limit: .seconds(20)) == Run(out: "", err: json + "\n", code: 7))
  }

  @Test(arguments: ["describe StartsSlowly", "list --targets", "routes", "explain StartsSlowly run"])
  func `so does a line of a session that calls nobody`(_ line: String) {
    let folder = Folder("starts-slowly")
    folder.write("", as: "hold")
    let run = Run.host(
      ["--plugins", folder.path, "run"], input: Array("\(line) --timeout 1\n".utf8), limit: .seconds(20))
    let message = "the component 'StartsSlowly' did not load within 1 s: it took too long in its start"
    #expect(
      run
        == Run(
          out: "", err: "error: \(message)\n  in line 1\nhelp: allow more with --timeout SECONDS\n", code: 7))
  }

  @Test(arguments: [["call", "NeverReturns", "run"], ["list", "--targets"]])
  func `a time limit holds where nobody reads what is said of it`(_ words: [String]) {
    let folder = Folder(words.contains("call") ? "never-returns" : "hangs")
    // A pipe that is full, and that somebody holds open and does not read.
    let line = """
      mkfifo "$1/full" && { sleep 60 < "$1/full" > /dev/null 2>&1 & } && exec 2> "$1/full" &&
      head -c 65536 /dev/zero >&2 && exec "$0" --plugins "$@" --timeout 0.3
      """
    let run = Run.program(
      "/bin/sh", ["-c", line, Place.host, folder.path] + words, environment: ["FIXTURE_HANGS": "register"],
      limit: .seconds(20))
    #expect(run == Run(out: "", err: "", code: 7))
  }
}
