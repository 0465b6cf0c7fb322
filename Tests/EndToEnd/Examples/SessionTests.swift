import ComponentKit
import TestThreads
import Testing

/// The example components in one process, as `host run` has them, and the policy that comes with them.
@Suite(.offPool, .builtComponents) struct SessionTests {
  private let policy = "\(Place.repository)/Plugins/policy.json"

  @Test(arguments: Mode.allCases)
  func `nothing is called past the guard that the policy names`(_ mode: Mode) throws {
    let staged = Staged(mode)
    let lines = "call Reader open id=1 page=2\nopen app://shelf/1\nopen app://shelf/1/2\ncall Audit list n=1 --json\n"
    let run = staged.run(lines, "--policy", policy)
    #expect(run.code == 0 && run.err == "", "\(run.err)")
    let seen = run.out.split(separator: "\n").last.map(String.init) ?? ""
    #expect(
      try Value(json: seen) == [["target": "Reader", "action": "open", "caller": "outside", "end": "ok"]], "\(seen)")
    staged.folder.remove("libAudit.so")
    let shut = staged.run("call Reader open id=1\n", "--policy", policy)
    #expect(shut.out == "" && shut.code == 4)
    #expect(shut.err.hasPrefix("error: the interceptor 'Audit' can't be asked: no component named 'Audit'\n"))
  }

  @Test(arguments: Mode.allCases)
  func `what is kept in memory lasts from line to line`(_ mode: Mode) throws {
    let run = Staged(mode).run("call Reader.Settings set columns=40\ncall Reader open id=1 page=1\n")
    #expect(run.code == 0 && run.out.contains("\n" + String(repeating: "-", count: 40) + "\n"))
  }
}
