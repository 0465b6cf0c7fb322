import TestThreads
import Testing

/// Scripts/test, as far as it goes without running tests.
@Suite(.offPool) struct TestScriptTests {
  private static func failures(of said: String) -> String {
    let folder = Folder()
    folder.write(said, as: "said")
    let filter = ". \(Place.repository)/Scripts/common; failures < \(folder("said"))"
    return Run.program("/bin/bash", ["-c", filter], limit: .seconds(10)).out
  }

  // The cases are no arguments of the tests: their names would hold the very marks.

  @Test func `what goes well is not shown, whether it has one line or several`() {
    let well = [
      "◇ Test \"one\" started.", "✔ Test one() passed after 0.001 seconds.",
      "✔ Test one() passed after 1 seconds with 2 known issues.", "◇ Test \"a name of\ntwo lines\" started.",
      "✔ Test case passing 1 argument text → \"a\n\nb\" to one(_:) passed after 0.001 seconds.",
      "◇ Test case passing 1 argument text → \"in\n10 seconds.\n  it started.\n\" to \"fits\" started.",
      "◇ Suite OneTests started.", "◇ Test run started.",
      "✔ Test run with 9 tests in 1 suite passed after 1.2 seconds.",
      "[12/34] Compiling Module File.swift", "Build complete! (1.2s)",
    ]
    for said in well {
      #expect(TestScriptTests.failures(of: "\(said)\nwhat a test prints\n") == "what a test prints\n")
    }
  }

  @Test func `what goes wrong is shown whole, also behind a name that was cut off`() {
    let wrong = [
      "✘ Test \"a name of\ntwo lines\" failed after 0.1 seconds with 1 issue.",
      "✘ Test one() recorded an issue at One.swift:1:2: Expectation failed\n↳ because", "error: it does not build",
    ]
    for said in wrong {
      #expect(TestScriptTests.failures(of: "\(said)\n") == "\(said)\n")
      #expect(TestScriptTests.failures(of: "◇ Test \"cut\noff\n\(said)\n") == "\(said)\n")
    }
  }

  @Test(arguments: [["--fast"], ["--long", "Some"]])
  func `words that make no sense are told before anything is built`(_ words: [String]) {
    let run = Scripts.run("test", words)
    #expect(run.out == "" && run.code == 1)
    #expect(run.err == "error: usage: Scripts/test [--long | --all | NAME…]\n")
  }
}
