import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// What is called libGood.so and is no file that can be read.
@Suite(.offPool) struct OddFileTests {
  private func call(_ folder: Folder) -> Run {
    Run.host("--plugins", folder.path, "call", "Good", "run", limit: .seconds(5))
  }

  private func refusal(_ words: String, _ folder: Folder, help: String? = nil) -> Run {
    let text = "error: the component 'Good' is refused: \(words)\n  in \(folder("libGood.so"))\n"
    return Run(out: "", err: text + "help: \(help ?? inspect(folder("libGood.so")))\n", code: 4)
  }

  /// It is refused, listed as refused and inspected as refused, without hanging; the components beside it answer.
  private func expect(_ words: String, _ folder: Folder, help: String? = nil) throws {
    folder.put("counts")
    #expect(call(folder) == refusal(words, folder, help: help))
    #expect(Run.host("--plugins", folder.path, "call", "Counts", "run").out == "1\n")
    let list = Run.host("--plugins", folder.path, "list", "--json", limit: .seconds(5))
    let listed = try Value(json: list.outBytes).list?.first { $0["name"] == "Good" }
    #expect(listed?["state"] == "refused" && listed?["refusal"]?["message"]?.text == words)
    let inspect = Run.host("inspect", folder("libGood.so"), limit: .seconds(5))
    #expect(inspect.code == 4 && (inspect.out + inspect.err).contains(words))
  }

  @Test func `a folder`() throws {
    let folder = Folder()
    mkdir(folder("libGood.so"), 0o755)
    try expect("it is a folder, not a shared library", folder)
  }

  @Test func `a named pipe does not hang the host`() throws {
    let folder = Folder()
    mkfifo(folder("libGood.so"), 0o644)
    try expect("it is a named pipe, not a shared library", folder)
  }

  @Test func `a socket`() throws {
    let folder = Folder()
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = folder("libGood.so")
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    #expect(bound == 0)
    try expect("it is a socket, not a shared library", folder)
  }

  @Test func `a link to a device`() throws {
    let folder = Folder()
    symlink("/dev/zero", folder("libGood.so"))
    try expect("it is a device, not a shared library", folder)
  }

  @Test func `a dangling link`() throws {
    let folder = Folder()
    symlink("nowhere.so", folder("libGood.so"))
    try expect("it is a link to a file that doesn't exist", folder, help: "remove or mend the link")
  }

  @Test func `a link to itself`() throws {
    let folder = Folder()
    symlink("libGood.so", folder("libGood.so"))
    try expect("it can't be opened: Too many levels of symbolic links", folder)
  }

  @Test func `a link to a good component answers`() {
    let elsewhere = Folder("good")
    let folder = Folder()
    symlink(elsewhere("libGood.so"), folder("libGood.so"))
    #expect(call(folder) == Run(out: "ok\n", err: "", code: 0))
  }

  @Test(.enabled(if: Another.isThere, "another user can't be run as here")) func `an unreadable file`() throws {
    let folder = Folder("good", "counts")
    chmod(folder("libGood.so"), 0)
    let run = Another.host("--plugins", folder.path, "call", "Good", "run")
    #expect(run == refusal("it can't be opened: Permission denied", folder))
    #expect(Another.host("--plugins", folder.path, "call", "Counts", "run") == Run(out: "1\n", err: "", code: 0))
  }

  @Test(.enabled(if: Another.isThere, "another user can't be run as here")) func `a folder that can't be searched`() {
    let folder = Folder("good")
    chmod(folder.path, 0o700)
    let run = Another.host("--plugins", folder.path, "call", "Good", "run")
    let expected = refusal(
      "its folder can't be searched: Permission denied", folder,
      help: "let its owner give you the right: chmod +rx '\(folder.path)'")
    #expect(run == expected)
  }

  @Test func `a folder that is none, or is not there`() {
    let folder = Folder()
    folder.write("", as: "file")
    let run = Run.host("--plugins", folder("file"), "--plugins", folder("nowhere"), "call", "Good", "run")
    let text = """
      error: no component named 'Good'
        looked in \(folder("file")) (not a folder)
        looked in \(folder("nowhere")) (no such folder)
      help: name the folder of your components with --plugins DIR

      """
    #expect(run.code == 3 && run.err.hasPrefix(text), "\(run.err)")
  }
}
