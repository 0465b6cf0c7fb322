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

  @Test(arguments: loading, ["constructor", "register"])
  func `what hangs as it is loaded ends with the time limit`(_ words: [String], _ place: String) {
    #expect(
      host(words + ["--timeout", "0.3"], hanging: place)
        == Run(
          out: "",
          err: "error: the component 'Hangs' did not load within 0.3 s\nhelp: allow more with --timeout SECONDS\n",
          code: 7))
    let json =
      #"{"error":{"code":7,"reason":"timed_out","message":"the component 'Hangs' did not load within 0.3 s","target":null,"action":null,"suggestions":[]}}"#
    #expect(
      host(words + ["--timeout", "0.3", "--json"], hanging: place) == Run(out: "", err: json + "\n", code: 7))
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
