import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// `host install`, `host remove` and `host rollback`: exact texts and exit codes.
@Suite(.offPool) struct InstallTests {
  /// Another build of the fixture `good` lies beside it under its name.
  private static func sources() -> Folder {
    let folder = Folder()
    mkdir(folder("one"), 0o755)
    mkdir(folder("two"), 0o755)
    folder.copy("\(Place.fixtures)/good/libGood.so", as: "one/libGood.so")
    folder.copy("\(Place.fixtures)/good-changed/libGood.so", as: "two/libGood.so")
    return folder
  }

  private static func bytes(_ path: String) -> [UInt8] { Folder.bytes(of: path) }

  @Test func `a component is installed, replaced, rolled back, removed and brought back`() {
    let sources = InstallTests.sources()
    let plugins = Folder()
    func host(_ words: String...) -> Run { Run.host(words, in: plugins.path) }
    #expect(
      host("install", sources("one/libGood.so"), plugins.path)
        == Run(out: "installed Good 1.0.0 in \(plugins.path)\n", err: "", code: 0))
    #expect(
      host("install", sources("one/libGood.so"), plugins.path)
        == Run(out: "Good 1.0.0 is in \(plugins.path) already\n", err: "", code: 0))
    #expect(
      host("install", sources("two/libGood.so"), "--plugins", plugins.path)
        == Run(
          out: "installed Good 1.0.0 in \(plugins.path), in the place of 1.0.0: 'host rollback Good' brings it back\n",
          err: "", code: 0))
    #expect(InstallTests.bytes(plugins("libGood.so")) == InstallTests.bytes(sources("two/libGood.so")))
    #expect(
      host("rollback", "Good", plugins.path)
        == Run(out: "rolled back Good in \(plugins.path) to 1.0.0, in the place of 1.0.0\n", err: "", code: 0))
    #expect(InstallTests.bytes(plugins("libGood.so")) == InstallTests.bytes(sources("one/libGood.so")))
    #expect(
      host("remove", "Good", plugins.path)
        == Run(
          out: "removed Good 1.0.0 from \(plugins.path): 'host rollback Good' brings it back\n", err: "", code: 0))
    #expect(!plugins.has("libGood.so"))
    #expect(Run.host("--plugins", plugins.path, "list").out == "")
    #expect(
      host("rollback", "Good", plugins.path)
        == Run(out: "rolled back Good in \(plugins.path) to 1.0.0\n", err: "", code: 0))
    #expect(Run.host("--plugins", plugins.path, "call", "Good", "run").code == 0)
  }

  @Test func `what was done is told as JSON, and what would be done`() throws {
    let sources = InstallTests.sources()
    let plugins = Folder()
    let dry = Run.host("install", sources("one/libGood.so"), plugins.path, "--dry-run")
    #expect(dry == Run(out: "would have installed Good 1.0.0 in \(plugins.path)\n", err: "", code: 0))
    #expect(plugins.names == [])
    _ = Run.host("install", sources("one/libGood.so"), plugins.path)
    let json = Run.host("install", sources("two/libGood.so"), plugins.path, "--json")
    let expected: Value = [
      "command": "install", "component": "Good", "file": .text(plugins("libGood.so")), "version": "1.0.0",
      "replaced": true, "replaced_version": "1.0.0", "kept": .text(plugins(".versions/libGood.so.1")),
      "changed": true, "dry_run": false,
    ]
    #expect(try Value(json: json.outBytes) == expected && json.code == 0 && json.err == "")
  }

  @Test(arguments: ["no-note", "register-fails"])
  func `what the quick check refuses is not installed`(fixture: String) {
    let folder = Folder(fixture)
    let plugins = Folder()
    let run = Run.host("install", folder("lib\(componentName(fixture)).so"), plugins.path)
    #expect(run.code == 4 && run.out == "" && run.err.hasPrefix("error: '\(folder.path)/"), "\(run.err)")
    #expect(run.err.contains(" is not installed: ") && plugins.names == [])
  }

  @Test func `a library that lies beside it has to lie there as well`() {
    let folder = Folder("beside-soname")
    let plugins = Folder()
    let run = Run.host("install", folder("libBesideSoname.so"), plugins.path)
    #expect(
      run.code == 4 && plugins.names == [] && run.err.contains("'libbeside.so.1', which lies beside it"), "\(run.err)")
    folder.names.filter { $0.contains(".so.") }.forEach { plugins.copy(folder($0), as: $0) }
    #expect(Run.host("install", folder("libBesideSoname.so"), plugins.path).code == 0)
  }

  @Test func `in a folder that others can write to nothing is changed`() {
    let sources = InstallTests.sources()
    let plugins = Folder()
    chmod(plugins.path, 0o777)
    let run = Run.host("install", sources("one/libGood.so"), plugins.path)
    #expect(
      run.code == 4 && run.out == "" && run.err.contains("a host refuses it") && !plugins.has("libGood.so"),
      "\(run.err)")
  }

  @Test func `names that are not there are told`() {
    let plugins = Folder("good")
    #expect(
      Run.host("remove", "Goot", plugins.path)
        == Run(
          out: "",
          err: """
            error: there is no component 'Goot' in '\(plugins.path)'
            help: a component with a similar name exists: 'Good'

            """, code: 3))
    #expect(
      Run.host("rollback", "Good", plugins.path)
        == Run(
          out: "",
          err: """
            error: no earlier version of 'Good' is kept in '\(plugins.path)'
            help: 'host install' and 'host remove' keep one; a file that was replaced by cp is not kept
            help: a host that runs has what it loaded before: 'host --connect SOCKET rollback Good'

            """, code: 3))
    #expect(Run.host("install", plugins("libGood.so"), "/nowhere").code == 3)
    #expect(Run.host("remove", "../x", plugins.path).code == 2)
  }

  @Test(.enabled(if: !Place.isRoot || Another.isThere)) func `a folder that can't be written stays as it is`() {
    let sources = InstallTests.sources()
    let plugins = Folder()
    chmod(plugins.path, 0o555)
    let words = ["install", sources("one/libGood.so"), plugins.path]
    let run = Place.isRoot ? Another.host(words) : Run.host(words)
    #expect(run.code != 0 && plugins.names == [], "\(run)")
  }

  @Test(.enabled(if: Mounts.arePossible)) func `a full disk leaves the file before as it was`() {
    let sources = InstallTests.sources()
    let plugins = Folder()
    let line = """
      mount -t tmpfs -o size=64k,mode=755 none \(plugins.path) && cp \(sources("one/libGood.so")) \(plugins.path) \
      && (head -c 100000 /dev/zero > \(plugins.path)/ballast 2> /dev/null || true)
      """
    let run = Mounts.host(behind: line, ["install", sources("two/libGood.so"), plugins.path])
    #expect(run.code == 1 && run.err.contains("nothing was changed"), "\(run)")
  }

  @Test func `killed at any moment, it leaves a whole file, and the next one goes on`() throws {
    let sources = InstallTests.sources()
    let plugins = Folder()
    let whole = ["one", "two"].map { InstallTests.bytes(sources("\($0)/libGood.so")) }
    _ = Run.host("install", sources("one/libGood.so"), plugins.path)
    for turn in 0..<12 {
      let source = sources("\(turn % 2 == 0 ? "two" : "one")/libGood.so")
      let started = try #require(
        Started(Place.host, ["install", source, plugins.path].map { Array($0.utf8) }))
      usleep(UInt32(turn) * 15_000)
      started.send(SIGKILL)
      _ = started.finish(limit: .seconds(30))
      #expect(whole.contains(InstallTests.bytes(plugins("libGood.so"))))
    }
    #expect(Run.host("install", sources("two/libGood.so"), plugins.path).code == 0)
    #expect(InstallTests.bytes(plugins("libGood.so")) == whole[1])
    #expect(plugins.names == [".versions", "libGood.so"])
  }

  @Test func `two at once don't get in each other's way`() async throws {
    let sources = InstallTests.sources()
    let plugins = Folder()
    let started = (0..<4).compactMap { turn in
      Started(
        Place.host,
        ["install", sources("\(turn % 2 == 0 ? "one" : "two")/libGood.so"), plugins.path].map { Array($0.utf8) })
    }
    for each in started { #expect(each.finish(limit: .seconds(60)).code == 0) }
    #expect(plugins.names == [".versions", "libGood.so"] || plugins.names == ["libGood.so"])
  }

  @Test func `a host that watches the folder takes up what is installed`() throws {
    let sources = InstallTests.sources()
    let plugins = Folder()
    var settings = Settings(directories: [plugins.path])
    settings.watches = true
    let host = Host(settings)
    func install(_ build: String) {
      #expect(Run.host("install", sources("\(build)/libGood.so"), plugins.path).code == 0)
    }
    install("one")
    #expect(try host.mediator.call("Good", "run") == "ok")
    install("two")
    #expect(eventually { (try? host.mediator.call("Good", "run")) == "changed" })
    #expect(host.generations.filter { $0.name == "Good" }.count == 2)
    host.close()
  }
}
