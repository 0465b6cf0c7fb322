import TestThreads
import Testing

@Suite(.offPool, .enabled(if: NoProc.isPossible, "nobody here may take /proc away")) struct NoProcTests {
  private let folder = Folder("good")

  @Test func `the arguments are seen`() {
    #expect(NoProc.host("--version").out.hasPrefix("host "))
    #expect(NoProc.host("--plugins", folder.path, "list").out.contains("Good"))
    #expect(NoProc.host("inspect", folder("libGood.so")).out.hasSuffix("ready\n"))
    #expect(NoProc.host("nonsense").err.hasPrefix("error: unknown command 'nonsense'\n"))
  }

  @Test func `a call loads from the file itself`() {
    #expect(NoProc.host("--plugins", folder.path, "call", "Good", "run", "--in-place").out == "ok\n")
  }
}
