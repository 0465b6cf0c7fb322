import Glibc
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

  @Test(arguments: [[], ["--in-place"]])
  func `nothing is put on disk, even where the process dies of a library`(_ options: [String]) {
    let folder = Folder("beside-dies")
    let temporary = Folder()
    let environment = ["TMPDIR": temporary.path, "XDG_RUNTIME_DIR": temporary.path]
    let run = Run.host(
      ["--plugins", folder.path, "call", "BesideDies", "run"] + options, environment: environment)
    #expect(run.code == 128 + SIGKILL)
    #expect(temporary.names == [])
  }

  /// A folder in which everybody may put libraries, and has: `libbeside.so.1` is another one there.
  private func openFolder(_ name: String, in parent: Folder) -> String {
    let path = parent(name)
    mkdir(path, 0o755)
    parent.copy("\(Place.fixtures)/beside-other/libother.so.1", as: "\(name)/libbeside.so.1")
    chmod(path, 0o777)
    return path
  }

  @Test func `the temporary folder's name never reaches the loader's search`() {
    let (folder, parent) = (Folder("beside-plain"), Folder())
    let evil = openFolder("evil", in: parent)
    let temporary = "\(evil):x"
    mkdir(temporary, 0o755)
    let run = Run.host(
      "--plugins", folder.path, "call", "BesidePlain", "run", in: parent.path,
      environment: ["TMPDIR": temporary, "XDG_RUNTIME_DIR": temporary])
    #expect(run == Run(out: "42\n", err: "", code: 0))
  }

  @Test(
    arguments: ["evil:p", "evil;p", "a $LIB", "$ORIGIN", "${PLATFORM}", "evil:$ORIGIN"],
    ["beside-soname", "beside-plain", "beside-chain"])
  func `nothing in a folder's name is more than a name for the loader`(_ name: String, _ fixture: String) {
    let parent = Folder()
    _ = openFolder("evil", in: parent)
    mkdir(parent(name), 0o755)
    let folder = Folder(fixture)
    for file in folder.names { parent.copy(folder(file), as: "\(name)/\(file)") }
    for options in [[], ["--in-place"]] {
      let run = Run.host(
        ["--plugins", parent(name), "call", componentName(fixture), "run"] + options, in: parent.path)
      #expect(run == Run(out: fixture == "beside-chain" ? "43\n" : "42\n", err: "", code: 0))
    }
  }

  @Test func `no library is taken from a folder of the current one`() {
    let (folder, current) = (Folder("beside-relative"), Folder())
    let call = ["--plugins", folder.path, "call", "BesideRelative", "run"]
    #expect(Run.host(call, in: current.path) == Run(out: "42\n", err: "", code: 0))
    mkdir(current("elsewhere"), 0o755)
    current.copy("\(Place.fixtures)/beside-other/libother.so.1", as: "elsewhere/libbeside.so.1")
    let run = Run.host(call, in: current.path)
    let words = "it needs 'libbeside.so.1' as 'elsewhere/libbeside.so.1', which lies elsewhere with each current folder"
    #expect(run.code == 4 && run.err.contains("is refused: \(words)\n"))
  }
}
