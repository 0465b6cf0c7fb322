import ComponentHost
import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

/// Whose files are loaded: nobody but root and the caller may be able to change them.
@Suite(.offPool) struct TrustTests {
  private func call(_ folder: Folder, _ more: String...) -> Run {
    Run.host(["--plugins", folder.path, "call", "Good", "run"] + more)
  }

  private func refusal(_ words: String, _ help: String, _ folder: Folder) -> Run {
    let text =
      "error: the component 'Good' is refused: \(words)\n  in \(folder("libGood.so"))\nhelp: \(help), or --trust-any\n"
    return Run(out: "", err: text, code: 4)
  }

  /// It is refused for these words everywhere, and loaded with --trust-any.
  private func expect(_ words: String, _ help: String, _ folder: Folder) throws {
    #expect(call(folder) == refusal(words, help, folder))
    #expect(call(folder, "--trust-any") == Run(out: "ok\n", err: "", code: 0))
    #expect(call(folder, "--in-place") == refusal(words, help, folder))
    let list = try Value(json: Run.host("--plugins", folder.path, "list", "--json").outBytes)
    #expect(list[0]?["refusal"]?["reason"] == "not_trusted" && list[0]?["refusal"]?["message"]?.text == words)
    let trusted = try Value(json: Run.host("--plugins", folder.path, "list", "--json", "--trust-any").outBytes)
    #expect(trusted[0]?["state"] == "ready")
    let inspect = Run.host("inspect", folder("libGood.so"), "--json")
    let inspected = try Value(json: inspect.outBytes)
    #expect(inspect.code == 4 && inspected["refusal"]?["message"]?.text == words)
    #expect(inspected["permissions"]?.list?.count == 1)
  }

  @Test(arguments: [(0o666, "mode 0666"), (0o757, "mode 0757")])
  func `a file that others can write is refused`(_ mode: mode_t, _ shown: String) throws {
    let folder = Folder("good")
    chmod(folder("libGood.so"), mode)
    try expect(
      "it is not trusted: others can write to it (\(shown))", "chmod go-w \(folder("libGood.so"))", folder)
  }

  @Test func `a file that its group can write is refused`() throws {
    let folder = Folder("good")
    chmod(folder("libGood.so"), 0o775)
    try expect(
      "it is not trusted: its group can write to it (mode 0775)", "chmod go-w \(folder("libGood.so"))", folder)
  }

  @Test(
    arguments: [
      (0o777, "others can write to it (mode 0777)"), (0o775, "its group can write to it (mode 0775)"),
      (0o1777, "others can write to it (mode 1777)"),
    ])
  func `a folder that others can write is refused`(_ mode: mode_t, _ words: String) throws {
    let folder = Folder("good")
    chmod(folder.path, mode)
    try expect("its folder is not trusted: \(words)", "chmod go-w \(folder.path)", folder)
  }

  @Test(.enabled(if: Place.isRoot, "only root can give files away")) func `a file of someone else is refused`() throws {
    let folder = Folder("good")
    chown(folder("libGood.so"), Another.user, gid_t.max)
    try expect(
      "it is not trusted: it belongs to user 65534, neither root nor you",
      "sudo chown \"$(id -u)\" \(folder("libGood.so"))", folder)
  }

  @Test(.enabled(if: Place.isRoot, "only root can give files away")) func `a folder of someone else is refused`() throws
  {
    let folder = Folder("good")
    chown(folder.path, Another.user, gid_t.max)
    try expect(
      "its folder is not trusted: it belongs to user 65534, neither root nor you",
      "sudo chown \"$(id -u)\" \(folder.path)", folder)
    chown(folder.path, 0, gid_t.max)
  }

  @Test(.enabled(if: Another.isThere, "another user can't be run as here"))
  func `another user may load root's files and their own`() {
    let folder = Folder("good")
    #expect(Another.host("--plugins", folder.path, "call", "Good", "run") == Run(out: "ok\n", err: "", code: 0))
    chown(folder.path, Another.user, gid_t.max)
    chown(folder("libGood.so"), Another.user, gid_t.max)
    #expect(Another.host("--plugins", folder.path, "call", "Good", "run") == Run(out: "ok\n", err: "", code: 0))
    chown(folder.path, 0, gid_t.max)
  }

  @Test(arguments: [0o777, 0o775, 0o2775])
  func `a folder above that others can write is refused`(_ mode: mode_t) throws {
    let parent = Folder()
    let folder = "\(parent.path)/lib"
    mkdir(folder, 0o755)
    parent.copy("\(Place.fixtures)/good/libGood.so", as: "lib/libGood.so")
    chmod(parent.path, mode)
    let who = mode & 0o002 != 0 ? "others" : "its group"
    let run = Run.host("--plugins", folder, "call", "Good", "run")
    #expect(
      run.err == """
        error: the component 'Good' is refused: the folder '\(parent.path)' on the way to it is not trusted: \(who) can \
        write to it (mode \(mode < 0o1000 ? "0" : "")\(String(mode, radix: 8)))
          in \(folder)/libGood.so
        help: chmod go-w \(parent.path), or --trust-any

        """)
    #expect(Run.host("--plugins", "lib", "call", "Good", "run", in: parent.path).err.contains("'\(parent.path)'"))
    #expect(
      Run.host("inspect", "\(folder)/libGood.so").out.contains("'\(parent.path)' on the way to it is not trusted"))
    #expect(Run.host("--plugins", folder, "--trust-any", "call", "Good", "run") == Run(out: "ok\n", err: "", code: 0))
  }

  @Test func `all that others can write to is told at once, with one command that mends it`() throws {
    let root = Folder()
    for folder in ["a b", "a b/lib"] { mkdir(root(folder), 0o755) }
    let (above, lib) = (root("a b"), root("a b/lib"))
    root.copy("\(Place.fixtures)/good/libGood.so", as: "a b/lib/libGood.so")
    chmod("\(lib)/libGood.so", 0o775)
    for folder in [root.path, above, lib] { chmod(folder, 0o775) }
    let run = Run.host("--plugins", lib, "call", "Good", "run")
    let why = "not trusted: its group can write to it (mode 0775)"
    let command = "chmod go-w \(root.path) '\(above)' '\(lib)' '\(lib)/libGood.so'"
    #expect(
      run.err == """
        error: the component 'Good' is refused: the folder '\(root.path)' on the way to it is \(why); \
        the folder '\(above)' on the way to it is \(why); its folder is \(why); it is \(why)
          in \(lib)/libGood.so
        help: \(command), or --trust-any

        """)
    let inspected = try Value(json: Run.host("inspect", "\(lib)/libGood.so", "--json").outBytes)
    #expect(inspected["permissions"]?.list?.count == 4)
    #expect(system(command) == 0)
    #expect(Run.host("--plugins", lib, "call", "Good", "run") == Run(out: "ok\n", err: "", code: 0))
  }

  @Test func `a link is as good as the folders that it leads through`() throws {
    let (folder, trusted, open) = (Folder("good"), Folder("good-changed"), Folder("good-changed"))
    func link(_ target: String) {
      folder.remove("libGood.so")
      symlink(target, folder("libGood.so"))
    }
    link(trusted("libGood.so"))
    #expect(call(folder) == Run(out: "changed\n", err: "", code: 0))
    // Into a folder that is open to all, through one, and by a link that lies in one.
    chmod(open.path, 0o777)
    let words = "the folder '\(open.path)' on the way to it is not trusted: others can write to it (mode 0777)"
    mkdir(open("below"), 0o755)
    open.copy("\(Place.fixtures)/good/libGood.so", as: "below/libGood.so")
    symlink(trusted("libGood.so"), open("link"))
    for target in ["libGood.so", "below/libGood.so", "link"] {
      link(open(target))
      #expect(call(folder) == refusal(words, "chmod go-w \(open.path)", folder))
    }
    // A folder that is reached by a link.
    let way = Folder()
    symlink(open("below"), way("lib"))
    let run = Run.host("--plugins", way("lib"), "call", "Good", "run")
    #expect(run.code == 4 && run.err.contains(words))
  }

  @Test func `a way that can't be followed to its end is not trusted`() {
    let way = Folder()
    // A byte that is no UTF-8: what the link says can't be told as a text.
    let open = way.path.utf8CString.dropLast() + [47, -1, 0]
    let lib = open.dropLast() + Array("/lib".utf8CString)
    #expect(mkdir(Array(open), 0o755) == 0 && mkdir(Array(lib), 0o755) == 0)
    #expect(chmod(Array(open), 0o777) == 0)
    symlink(Array(lib), way("lib"))
    way.copy("\(Place.fixtures)/good/libGood.so", as: "lib/libGood.so")
    symlink(way("lib/libGood.so"), way("libGood.so"))
    for folder in [way("lib"), way.path] {
      let run = Run.host("--plugins", folder, "call", "Good", "run")
      #expect(run.code == 4 && run.err.contains("the way to it can't be followed to its end"), "\(run)")
      #expect(Run.host("--plugins", folder, "--trust-any", "call", "Good", "run").out == "ok\n")
    }
  }

  @Test(.enabled(if: Place.isRoot, "only root's links pass there"), arguments: [0o777, 0o1777])
  func `a volume is trusted that Kubernetes projects`(_ mode: mode_t) throws {
    let folder = Folder()
    mkdir(folder("..2024_11_22"), 0o755)
    folder.copy("\(Place.fixtures)/good/libGood.so", as: "..2024_11_22/libGood.so", mode: 0o644)
    symlink("..2024_11_22", folder("..data"))
    symlink("..data/libGood.so", folder("libGood.so"))
    chmod(folder.path, mode)
    #expect(call(folder) == Run(out: "ok\n", err: "", code: 0))
    #expect(Run.host("inspect", folder("libGood.so")).code == 0)
    // Only root's links, and only those.
    lchown(folder("libGood.so"), Another.user, gid_t.max)
    #expect(call(folder).code == 4)
    folder.remove("libGood.so")
    symlink("..2024_11_22/libGood.so", folder("libGood.so"))
    #expect(call(folder).code == (mode == 0o777 ? 4 : 0))
    folder.copy("\(Place.fixtures)/good/libGood.so", as: "libGood.so")
    #expect(call(folder).code == 4)
  }

  @Test(.enabled(if: Place.isRoot, "only root can give files away"))
  func `in a sticky folder of root's nobody takes the place of what is root's`() throws {
    let parent = Folder()
    mkdir(parent("lib"), 0o755)
    parent.copy("\(Place.fixtures)/good/libGood.so", as: "lib/libGood.so")
    chmod(parent.path, 0o1777)
    let call = ["--plugins", parent("lib"), "call", "Good", "run"]
    #expect(Run.host(call) == Run(out: "ok\n", err: "", code: 0))
    chown(parent.path, Another.user, gid_t.max)
    let run = Run.host(call)
    #expect(run.code == 4 && run.err.contains("'\(parent.path)' on the way to it is not trusted: it belongs to user"))
    chown(parent.path, 0, gid_t.max)
  }

  @Test func `a library beside a component is held to the same`() {
    let folder = Folder("beside-soname")
    chmod(folder("libbeside.so.1"), 0o666)
    let run = Run.host("--plugins", folder.path, "call", "BesideSoname", "run")
    #expect(
      run.err == """
        error: the component 'BesideSoname' is refused: the library 'libbeside.so.1' beside it is refused: it is not trusted: others can write to it (mode 0666)
          in \(folder("libBesideSoname.so"))
        help: chmod go-w \(folder("libbeside.so.1")), or --trust-any

        """)
    #expect(run.code == 4)
    let words =
      "the library 'libbeside.so.1' beside it is refused: it is not trusted: others can write to it (mode 0666)"
    #expect(Run.host("--plugins", folder.path, "list").out.contains(words))
    let inspect = Run.host("inspect", folder("libBesideSoname.so"))
    #expect(inspect.code == 4 && inspect.out.contains("verdict: refused: \(words)"))
    let trusting = Run.host("--plugins", folder.path, "--trust-any", "call", "BesideSoname", "run")
    #expect(trusting == Run(out: "42\n", err: "", code: 0))
  }

  @Test func `what was checked is what is loaded, however often the file changes`() {
    let folder = Folder("good")
    let isOver = Atomic(false)
    // In turn a file that is trusted and one that is not.
    let changer = Thread {
      while !isOver.load(ordering: .relaxed) {
        folder.copy("\(Place.fixtures)/good-changed/libGood.so", as: "libGood.so", mode: 0o666)
        folder.copy("\(Place.fixtures)/good/libGood.so", as: "libGood.so")
      }
    }
    var answers: Set<String> = []
    for _ in 1...300 {
      do throws(Failure) {
        answers.insert(try Host(Settings(directories: [folder.path])).mediator.call("Good", "run").text ?? "")
      } catch {
        answers.insert(error.details["refusal"]?.text ?? error.message)
      }
    }
    isOver.store(true, ordering: .relaxed)
    changer.join()
    #expect(answers.isSubset(of: ["ok", "not_trusted"]) && answers.contains("ok"))
  }

  @Test func `what was loaded stays what it was, whatever becomes of its file`() throws {
    let folder = Folder("good", "counts")
    let host = Host(Settings(directories: [folder.path]))
    #expect(try host.mediator.call("Good", "run") == "ok")
    // As `cp` does: over the same file, shorter at first.
    let file = open(folder("libGood.so"), O_WRONLY | O_TRUNC)
    #expect(try host.mediator.call("Good", "run") == "ok")
    _ = [UInt8](repeating: 0xcc, count: 8192).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
    #expect(try host.mediator.call("Good", "run") == "ok")
    folder.remove("libGood.so")
    #expect(try host.mediator.call("Good", "run") == "ok")
  }
}
