import ComponentKit
import Glibc
import TestThreads
import Testing

/// Scripts/stage, and the check of what components export.
@Suite(.offPool) struct StageTests {
  @Test(.builtComponents) func `the components are staged so that the host trusts them`() throws {
    let above = Folder()
    let staged = Scripts.run("stage", above("lib"))
    #expect(staged == Run(out: "staged 9 components in \(above("lib"))\n", err: "", code: 0))
    let list = Run.host("--plugins", above("lib"), "list", "--json")
    let rows = try #require(try Value(json: list.outBytes).list)
    #expect(rows.compactMap { $0["name"]?.text } == Staged.names.sorted())
    #expect(rows.allSatisfy { $0["state"] == "ready" } && list.err == "")
    var status = stat()
    stat(above("lib/libReader.so"), &status)
    #expect(status.st_mode & 0o777 == 0o755)
    #expect(Folder.names(in: above("lib")).allSatisfy { $0 == "Books" || $0.hasSuffix(".so") })
  }

  @Test(.builtComponents) func `a folder that others could write is made safe`() {
    let folder = Folder()
    chmod(folder.path, 0o777)
    #expect(Scripts.run("stage", folder.path, "--all").code == 0)
    var status = stat()
    stat(folder.path, &status)
    #expect(status.st_mode & 0o022 == 0 && folder.has("libNotFound.so"))
  }

  @Test(.builtComponents) func `a file that is in use is replaced, not written over`() throws {
    let folder = Folder()
    #expect(Scripts.run("stage", folder.path).code == 0)
    var before = stat()
    stat(folder("libReader.so"), &before)
    #expect(Scripts.run("stage", folder.path).code == 0)
    var after = stat()
    stat(folder("libReader.so"), &after)
    #expect(before.st_ino != after.st_ino)
  }

  @Test func `words that make no sense are told`() {
    #expect(Scripts.run("stage").code == 1)
    #expect(Scripts.run("stage", "a", "b").err == "error: usage: Scripts/stage DIR [--all]\n")
    #expect(Scripts.run("stage", "a", "--fast").err == "error: stage takes no option --fast\n")
  }

  @Test(
    .builtComponents, .enabled(if: Scripts.areOfThisBuild, "the tests were built elsewhere than the script looks"))
  func `every example component exports register and nothing of the kit`() {
    let run = Scripts.run("exports", "debug")
    #expect(run == Run(out: "exports: 10 components export 'register' and nothing of the kit\n", err: "", code: 0))
  }
}
