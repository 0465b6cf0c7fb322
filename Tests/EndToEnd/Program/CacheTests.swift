import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// What components say of themselves is kept, and shown without any of their code being run.
@Suite(.offPool) struct CacheTests {
  /// A plugin folder, and a folder in which is kept what its components say.
  private struct Kept: Sendable {
    let folder: Folder
    let home = Folder()

    init(_ folder: Folder) {
      self.folder = folder
      mkdir(home("cache"), 0o700)
      // What is younger than a moment is not kept.
      usleep(200_000)
    }

    var cache: String { home("cache/component-host") }
    var files: [String] { Folder.names(in: cache).filter { $0 != ".swept" } }

    var environment: [String: String] {
      ["XDG_CACHE_HOME": home("cache"), "FIXTURE_MARKS": home("marks.txt"), "HOST_PLUGINS": folder.path]
    }

    func host(_ line: String, _ more: [String: String] = [:], input: String = "") -> Run {
      Run.host(
        line.split(separator: " ").map(String.init), in: folder.path, input: Array(input.utf8),
        environment: environment.merging(more) { $1 })
    }

    func completed(_ line: String) -> [String] {
      let words = ["complete", "bash", "--", "host \(line)"]
      let run = Run.host(words, in: folder.path, environment: environment)
      #expect(run.code == 0 && run.err == "")
      return run.out.split(separator: "\n").dropFirst().map(String.init)
    }

    /// Which parts of the fixture `marks` have run.
    func marks() -> [String] {
      defer { home.remove("marks.txt") }
      return home.lines(of: "marks.txt")
    }
  }

  private static let lines = [
    "list --targets", "list --targets --json", "describe Marks", "describe Marks --json", "describe Marks run",
    "routes",
    "routes --json", "graph", "graph --json", "bindings Marks", "bindings Marks --language c",
  ]

  @Test func `what is kept is shown without any code being run, and as loading shows it`() {
    let kept = Kept(Folder("marks", "describes-itself", "good", "no-note"))
    let loaded = Self.lines.map { kept.host("\($0) --no-cache") }
    #expect(!kept.marks().isEmpty && Folder.names(in: kept.home("cache")) == [])
    #expect(kept.host("list --targets") == loaded[0])
    #expect(!kept.marks().isEmpty && kept.files.count == 3)
    for (line, loaded) in zip(Self.lines, loaded) {
      #expect(kept.host(line) == loaded, "\(line)")
      #expect(kept.marks() == [], "\(line)")
    }
    #expect(kept.host("list --targets --isolate").out == loaded[0].out && kept.marks() == [])
  }

  @Test func `the key of a press completes what is kept, and runs nothing`() {
    let kept = Kept(Folder("marks", "describes-itself", "good"))
    let lines = [
      "call Marks ", "call Marks.", "describe DescribesItself.", "call DescribesItself show id=1 ",
      "open app://DescribesItself/", "open --key DescribesItself_", "open --key DescribesItself_odd ",
    ]
    for line in lines {
      let names = kept.completed(line)
      #expect(names == [] || line.hasSuffix("_"), "\(line): \(names)")
    }
    #expect(kept.completed("call ") == ["DescribesItself", "Good", "Marks"] && kept.marks() == [] && kept.files == [])
    _ = kept.host("list --targets")
    _ = kept.marks()
    #expect(
      lines.map(kept.completed) == [
        ["run"], [], ["DescribesItself.Below"], ["page=", "kind=", "isLong=", "tags=", "limit="],
        ["app://DescribesItself/show", "app://DescribesItself/anything"], ["DescribesItself_odd"],
        ["words=", "where=", "mode="],
      ])
    #expect(kept.completed("call ") == ["DescribesItself", "Good", "Marks"] && kept.marks() == [])
  }

  @Test(arguments: ["call Marks run", "run", "explain Marks run"])
  func `commands that load it for another reason keep it as well`(line: String) {
    let kept = Kept(Folder("marks"))
    #expect(kept.host(line, input: "call Marks run\n").code == 0)
    #expect(kept.files.count == 1)
    _ = kept.marks()
    #expect(kept.completed("call Marks ") == ["run"] && kept.marks() == [])
  }

  @Test func `a host that serves keeps what it loads, and its owner's TAB runs nothing`() throws {
    let home = Folder()
    let folder = Folder("serves", "marks")
    usleep(200_000)
    let environment = ["XDG_CACHE_HOME": home.path]
    let host = try ServedHost(in: folder, environment: environment)
    let complete = {
      Run.host(
        ["complete", "bash", "--", "host --connect \(host.control) call Marks "], environment: environment
      ).out
    }
    #expect(complete() == "names\n" && !folder.has("marks.txt"))
    #expect(Run.host("--connect", host.control, "call", "Marks", "run").code == 0)
    #expect(complete() == "names\nrun\n")
    #expect(eventually { Folder.names(in: home("component-host")).contains { $0.hasPrefix("Marks.") } })
  }

  @Test func `a file that was changed says so itself`() throws {
    let kept = Kept(Folder("marks"))
    let file = kept.folder("libMarks.so")
    #expect(kept.host("list --targets").out.contains("Leaves marks"))
    var before = stat()
    #expect(stat(file, &before) == 0)
    // In place, of the same size, and with the time of before.
    var bytes = Folder.bytes(of: file)
    let old = Array("Leaves marks".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: old) })
    bytes.replaceSubrange(place..<place + old.count, with: "Leaves MARKS".utf8)
    let number = open(file, O_WRONLY | O_CLOEXEC)
    #expect(write(number, bytes, bytes.count) == bytes.count)
    futimens(number, [before.st_atim, before.st_mtim])
    close(number)
    usleep(200_000)
    _ = kept.marks()
    #expect(kept.completed("call Marks ") == [] && kept.marks() == [])
    #expect(kept.host("list --targets").out.contains("Leaves MARKS") && kept.marks() != [])
    #expect(kept.host("list --targets").out.contains("Leaves MARKS") && kept.marks() == [])
    #expect(kept.files.count == 1)
  }

  @Test func `what is refused is not kept`() {
    let kept = Kept(Folder("no-actions", "foreign-target", "register-fails", "start-fails", "marks"))
    _ = kept.host("list --targets")
    #expect(kept.files.map { String($0.prefix { $0 != "." }) }.sorted() == ["Marks", "StartFails"])
    // One that can't start is refused when it is called, whatever it says of itself.
    #expect(kept.host("call StartFails run").code == 4)
  }

  // It may be written once more without a later time.
  @Test func `what was written a moment ago is not kept`() throws {
    var isSeen = false
    for _ in 0..<50 where !isSeen {
      let (folder, cache) = (Folder("good"), Folder())
      var settings = Settings(directories: [folder.path])
      settings.cacheDirectory = cache("kept")
      let host = Host(settings)
      try #require(try host.load("Good") != nil)
      let isSettled = try #require(host.loader.loaded["Good"]?.file).isSettled
      host.close()
      #expect(Folder.names(in: cache("kept")).contains { $0.hasPrefix("Good.") } == isSettled)
      isSeen = !isSettled
    }
    #expect(isSeen)
  }

  @Test func `what is broken there is as if it were not`() throws {
    let kept = Kept(Folder("marks"))
    let loaded = kept.host("list --targets --json")
    let name = try #require(kept.files.first)
    let path = "\(kept.cache)/\(name)"
    let whole = Folder.bytes(of: path)
    let breaks: [(String, () -> Void)] = [
      ("nothing", { truncate(path, 0) }), ("a half", { truncate(path, off_t(whole.count / 2)) }),
      (
        "a folder",
        {
          unlink(path); mkdir(path, 0o700)
        }
      ),
      (
        "a pipe",
        {
          unlink(path); rmdir(path); mkfifo(path, 0o600)
        }
      ),
      (
        "a link",
        {
          unlink(path); symlink("/dev/zero", path)
        }
      ),
      (
        "a file that others may write",
        {
          unlink(path); kept.home.write(whole, as: "cache/component-host/\(name)", mode: 0o666)
        }
      ),
    ]
    for (what, destroy) in breaks {
      destroy()
      _ = kept.marks()
      #expect(kept.host("list --targets --json") == loaded, "\(what)")
      #expect(!kept.marks().isEmpty, "\(what)")
    }
    unlink(path)
    _ = kept.host("list --targets")
    _ = kept.marks()
    #expect(kept.host("list --targets --json") == loaded && kept.marks() == [])
  }

  @Test func `what begins right and is broken behind that is written anew`() throws {
    let kept = Kept(Folder("marks"))
    let loaded = kept.host("list --targets")
    let name = try #require(kept.files.first)
    let whole = Folder.bytes(of: "\(kept.cache)/\(name)")
    var broken = whole
    for place in 100..<whole.count { broken[place] = 0 }
    // And what has the right sum and says what no component could register.
    let deceiving = KeptDescription.summed(Array(whole.dropLast(8)) + Array(repeating: 0xff, count: 8))
    for bytes in [broken, deceiving] {
      kept.home.write(bytes, as: "cache/component-host/\(name)", mode: 0o600)
      _ = kept.marks()
      #expect(kept.host("list --targets") == loaded && kept.marks() != [])
      #expect(kept.host("list --targets") == loaded && kept.marks() == [])
      #expect(Folder.bytes(of: "\(kept.cache)/\(name)") == whole)
    }
  }

  @Test(arguments: ["describe BesideSoname", "openapi", "list --targets"])
  func `what is kept is refused for a library that has gone, as it is where it is loaded`(line: String) {
    let kept = Kept(Folder("beside-soname", "good"))
    _ = kept.host("list --targets")
    #expect(kept.files.count == 2)
    #expect(kept.completed("call BesideSoname ") == ["run"])
    kept.folder.remove("libbeside.so.1")
    let run = kept.host(line)
    #expect(run == kept.host("\(line) --no-cache"))
    #expect((run.out + run.err).contains("it needs 'libbeside.so.1', which can't be found"), "\(run)")
    #expect(kept.completed("call BesideSoname ") == [])
  }

  // Another process has kept it, and the library has a name of its own: what this process has loaded of libraries, here or
  // in another test, would be there for it all the same.
  @Test func `what was described in a process is refused once its neighbour or a library has gone`() {
    let folder = Folder("needs-newer", "good", "beside-soname")
    for file in ["libBesideSoname.so", "libbeside.so.1"] {
      let bytes = Folder.bytes(of: folder(file)).replacing("libbeside.so.1".utf8, with: "libkeptby.so.1".utf8)
      folder.remove(file)
      folder.write(bytes, as: file == "libbeside.so.1" ? "libkeptby.so.1" : file)
    }
    let kept = Kept(folder)
    #expect(kept.host("list --targets").code == 0 && kept.files.count == 3)
    var settings = Settings(directories: [kept.folder.path])
    settings.cacheDirectory = kept.cache
    let host = Host(settings)
    let described = {
      var refused: [String] = []
      let names = host.descriptions { name, refusal in refused.append("\(name) \(refusal.reason)") }.map(\.name)
      return names + refused
    }
    for _ in 0..<2 { #expect(described() == ["BesideSoname", "Good", "NeedsNewer"]) }
    #expect(host.loader.loaded.isEmpty)
    kept.folder.remove("libkeptby.so.1")
    #expect(described() == ["Good", "NeedsNewer", "BesideSoname missing_library"])
    kept.folder.remove("libGood.so")
    #expect(described() == ["BesideSoname missing_library", "NeedsNewer missing_need"])
    host.close()
  }

  @Test func `a process that ends late does not keep what was replaced meanwhile`() throws {
    let (folder, cache) = (Folder("good"), Folder())
    usleep(200_000)
    var settings = Settings(directories: [folder.path])
    settings.cacheDirectory = cache("kept")
    let early = Host(settings)
    #expect(try early.load("Good") != nil)
    folder.copy("\(Place.fixtures)/good/libGood.so", as: "libGood.so")
    usleep(200_000)
    settings.describesOnly = true
    let late = Host(settings)
    #expect(late.descriptions().map(\.name) == ["Good"])
    late.close()
    let names = Folder.names(in: cache("kept")).filter { $0 != ".swept" }
    let name = try #require(names.first)
    let bytes = Folder.bytes(of: cache("kept/\(name)"))
    early.close()
    #expect(names.count == 1 && Folder.bytes(of: cache("kept/\(name)")) == bytes)
  }

  @Test func `a folder that was taken away is made again`() throws {
    let (folder, cache) = (Folder("good", "marks"), Folder())
    usleep(200_000)
    var settings = Settings(directories: [folder.path])
    (settings.cacheDirectory, settings.describesOnly) = (cache("kept"), true)
    let host = Host(settings)
    #expect(try host.load("Good") != nil)
    for name in Folder.names(in: cache("kept")) { cache.remove("kept/\(name)") }
    #expect(rmdir(cache("kept")) == 0)
    #expect(try host.load("Marks") != nil)
    #expect(Folder.names(in: cache("kept")).contains { $0.hasPrefix("Marks.") })
    host.close()
  }

  @Test func `a folder that others have rights in is not used, and list says why`() {
    let kept = Kept(Folder("marks"))
    mkdir(kept.cache, 0o755)
    let loaded = kept.host("list --targets --no-cache")
    #expect(kept.host("list --targets") == loaded && kept.files == [])
    let why = kept.host("list --why")
    #expect(
      why.code == 0 && why.out == ""
        && why.err.hasPrefix(
          "warning: what components say of themselves is not kept in \(kept.cache): others have rights in it: chmod 700\n"
        ),
      "\(why)")
    chmod(kept.cache, 0o700)
    #expect(!kept.host("list --why").err.contains("not kept"))
    #expect(kept.host("list --targets") == loaded && kept.files.count == 1)
  }

  @Test func `it lies where the user's programs keep such things`() {
    let kept = Kept(Folder("marks"))
    for (name, environment) in [
      ("home/.cache/component-host", ["XDG_CACHE_HOME": "relative", "HOME": kept.home("home")]),
      ("else/component-host", ["XDG_CACHE_HOME": kept.home("else"), "HOME": kept.home("home")]),
    ] {
      mkdir(kept.home("home"), 0o755)
      #expect(kept.host("list --targets", environment).code == 0)
      #expect(Folder.names(in: kept.home(name)).count == 2, "\(name)")
      var status = stat()
      #expect(stat(kept.home(name), &status) == 0 && status.st_mode & 0o7777 == 0o700)
    }
    #expect(kept.host("list --targets", ["XDG_CACHE_HOME": "", "HOME": ""]).code == 0)
    #expect(!kept.folder.has("relative") && !kept.folder.has(".cache"))
  }

  @Test func `any number of processes may write at once`() throws {
    let folder = Folder("marks", "describes-itself", "good", "counts", "lists", "serves")
    let kept = Kept(folder)
    let words = ["list", "--targets"].map { Array($0.utf8) }
    let started = try (0..<12).map { _ in
      try #require(Started(Place.host, words, in: folder.path, environment: kept.environment))
    }
    let runs = started.map { $0.finish() }
    #expect(Set(runs.map(\.out)).count == 1 && runs.allSatisfy { $0.code == 0 })
    #expect(kept.files.allSatisfy { !$0.hasPrefix(".draft.") })
    _ = kept.marks()
    #expect(kept.host("list --targets").out == runs[0].out && kept.marks() == [])
  }

  // A process that can write there can have anything shown, and nothing done.
  @Test func `a description that says otherwise opens nothing`() throws {
    let kept = Kept(Folder("marks"))
    _ = kept.host("list --targets")
    let name = try #require(kept.files.first)
    let path = "\(kept.cache)/\(name)"
    var bytes = Folder.bytes(of: path)
    // The flags are the last thing that is said of its one action; behind them come the counts of what it has none of.
    let flags = bytes.count - 4 - 4 * 4
    #expect(bytes[flags...].allSatisfy { $0 == 0 })
    bytes[flags] = UInt8(KeptFlags.ofAction)
    kept.home.write(KeptDescription.summed(bytes), as: "cache/component-host/\(name)", mode: 0o600)
    let described = kept.host("describe Marks run --json")
    #expect(described.out.contains("\"remote\":true") && described.out.contains("\"reads\":true"))
    #expect(kept.completed("open app://Marks/") == ["app://Marks/run"])
    let opened = kept.host("open app://Marks/run")
    #expect(opened == kept.host("open app://Marks/run --no-cache") && opened.code != 0, "\(opened)")
    #expect(!kept.marks().contains("run"))
    // Nor in a host that shows it, and has not loaded it yet.
    var settings = Settings(directories: [kept.folder.path])
    settings.cacheDirectory = kept.cache
    let host = Host(settings)
    let shown = try #require(host.descriptions().first)
    #expect(host.isOpen(shown.targets[0].actions[0], of: shown.targets[0]))
    #expect((try? host.mediator.open("app://Marks/run")) == nil)
    // What is registered here now says what is so.
    let registered = try #require(host.descriptions().first)
    #expect(!host.isOpen(registered.targets[0].actions[0], of: registered.targets[0]))
    host.close()
  }
}
