import TestThreads
import Testing

/// Libraries that lie beside a component: found from the sealed copy and in place, however they are linked.
@Suite(.offPool) struct SiblingTests {
  static let fixtures = [
    "beside-soname", "beside-soname-runpath", "beside-plain", "beside-plain-runpath", "beside-chain",
  ]

  @Test(arguments: fixtures, [[], ["--in-place"]])
  func `a library beside a component is found`(_ fixture: String, _ options: [String]) {
    let folder = Folder(fixture)
    let answer = fixture == "beside-chain" ? "43\n" : "42\n"
    let name = componentName(fixture)
    let run = Run.host(["--plugins", folder.path, "call", name, "run"] + options)
    #expect(run == Run(out: answer, err: "", code: 0))
    // By a relative path, from inside the folder and from above it.
    let relative = Run.host(["--plugins", ".", "call", name, "run"] + options, in: folder.path)
    #expect(relative == Run(out: answer, err: "", code: 0))
  }

  @Test(arguments: fixtures, [[], ["--in-place"]])
  func `a library that has gone is named`(_ fixture: String, _ options: [String]) {
    let folder = Folder(fixture)
    folder.remove("libbeside.so.1")
    let run = Run.host(["--plugins", folder.path, "call", componentName(fixture), "run"] + options)
    #expect(
      run.err.hasPrefix(
        "error: the component '\(componentName(fixture))' is refused: it needs 'libbeside.so.1', which can't be found\n"
      ))
    #expect(run.code == 4)
  }

  @Test func `nothing is left behind in the temporary folder`() {
    let folder = Folder("beside-chain")
    let temporary = Folder()
    let run = Run.host("--plugins", folder.path, "call", "BesideChain", "run", environment: ["TMPDIR": temporary.path])
    #expect(run.out == "43\n")
    #expect(temporary.names == [])
  }
}
