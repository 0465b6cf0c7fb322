import TestThreads
import Testing

@Suite(.offPool, .enabled(if: Mounts.arePossible, "nobody here may take /proc away")) struct NoProcTests {
  private let folder = Folder("good")

  @Test func `the arguments are seen`() {
    #expect(NoProc.host("--version").out.hasPrefix("host "))
    #expect(NoProc.host("--plugins", folder.path, "list", "--in-place").out.contains("ready"))
    let inspected = NoProc.host("inspect", folder("libGood.so"), "--in-place").out
    #expect(inspected.contains("verdict: nothing in the file is against it"))
    #expect(NoProc.host("nonsense").err.hasPrefix("error: unknown command 'nonsense'\n"))
  }

  @Test func `a call loads from the file itself`() {
    #expect(NoProc.host("--plugins", folder.path, "call", "Good", "run", "--in-place").out == "ok\n")
  }

  @Test func `a call without it says what is missing, and so does what looks at the file`() {
    let words = "its copy in memory is opened by way of /proc, which is not there: No such file or directory"
    let help = "help: mount /proc, or load from the file itself with --in-place\n"
    let call = NoProc.host("--plugins", folder.path, "call", "Good", "run")
    #expect(call.err.hasPrefix("error: the component 'Good' is refused: \(words)\n") && call.err.hasSuffix(help))
    #expect(call.code == 4)
    #expect(NoProc.host("--plugins", folder.path, "list").out.contains("refused: \(words)"))
    #expect(NoProc.host("inspect", folder("libGood.so")).out.contains("verdict: refused: \(words)\n\(help)"))
  }
}
