import ComponentKit
import Glibc
import TestThreads
import Testing

/// `host new`: what is printed, what is made, and what is left alone. Scripts/scaffold builds what is made.
@Suite(.offPool) struct NewTests {
  private static let exists = """
    error: there is something named 'Greeter' here already, and nothing of it was touched
    help: choose another name, or go to another folder

    """

  @Test func `what was made and what to type next is told`() {
    let folder = Folder()
    let run = Run.host("new", "Greeter", "--language", "c", in: folder.path)
    let text = """
      made Greeter, a component in C
      next:
        cd Greeter && ./build
        ./test
        install -D -m 755 -t DIR libGreeter.so
      with your plugin folder for DIR; then it answers by name, by path and by key:
        host --plugins DIR call Greeter greet name=Ann
        host --plugins DIR open app://Greeter/hello/Ann
        host --plugins DIR open --key Greeter_greeting name=Ann

      """
    #expect(run == Run(out: text, err: "", code: 0))
    #expect(folder.names == ["Greeter"])
    #expect(folder.lines(of: "Greeter/README.md").first == "# Greeter")
  }

  @Test func `programs are told in one line`() throws {
    let folder = Folder()
    let run = Run.host("new", "Greeter", "--language", "rust", "--layer", "base", "--json", in: folder.path)
    #expect(run.code == 0 && run.err == "" && run.out.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    let value = try Value(json: run.outBytes)
    #expect(value.map?.keys == ["name", "language", "layer", "folder", "files", "library", "commands"])
    #expect(value["name"] == "Greeter" && value["language"] == "rust" && value["layer"] == "base")
    #expect(value["folder"] == "Greeter" && value["library"] == "target/release/libGreeter.so")
    for file in try #require(value["files"]?.list).compactMap(\.text) { #expect(folder.has("Greeter/\(file)")) }
    let install: Value = "install -D -m 755 -t DIR target/release/libGreeter.so"
    #expect(value["commands"] == ["cargo build --release", "cargo test", install])
  }

  @Test func `the checkout that the program was built in is the SDK, if none is named`() {
    let folder = Folder()
    #expect(Run.host("new", "Greeter", in: folder.path).code == 0)
    let line = "    .package(name: \"component-host\", path: \"\(Place.repository)\")"
    #expect(folder.lines(of: "Greeter/Package.swift").contains(line))
  }

  @Test func `a program that lies elsewhere asks for the SDK, but for Swift only`() {
    let folder = Folder()
    // By a program: where this process writes it, what another test starts just then would keep it busy for a moment.
    #expect(Run.program("/bin/cp", [Place.host, "host"], in: folder.path, limit: .seconds(30)).code == 0)
    let run = { (more: [String]) in
      Run.program(folder("host"), ["new", "Greeter"] + more, in: folder.path, limit: .seconds(30))
    }
    let text = """
      error: a package in Swift needs the SDK, and this program lies in no checkout of it
      help: name a checkout with --sdk PATH, or the repository with --sdk URL@VERSION
      help: packages in C, C++ and Rust need none: --language c

      """
    #expect(run([]) == Run(out: "", err: text, code: 2))
    #expect(folder.names == ["host"])
    #expect(run(["--sdk", "https://example.org/sdk.git@1.2.3"]).code == 0)
    let line = "    .package(url: \"https://example.org/sdk.git\", from: \"1.2.3\")"
    #expect(folder.lines(of: "Greeter/Package.swift").contains(line))
    #expect(run(["--language", "c"]) == Run(out: "", err: NewTests.exists, code: 1))
  }

  @Test func `a relative path to the SDK is seen from the new folder`() throws {
    let above = Folder()
    try #require(symlink(Place.repository, above("sdk")) == 0 && mkdir(above("work"), 0o755) == 0)
    #expect(Run.host("new", "Greeter", "--sdk", "../sdk", in: above("work")).code == 0)
    let line = "    .package(name: \"component-host\", path: \"../../sdk\")"
    #expect(above.lines(of: "work/Greeter/Package.swift").contains(line))
  }

  @Test func `nothing that is there is touched`() throws {
    let folder = Folder()
    let new = { Run.host("new", "Greeter", "--language", "c", in: folder.path) }
    folder.write("mine", as: "Greeter")
    #expect(new() == Run(out: "", err: NewTests.exists, code: 1))
    #expect(folder.lines(of: "Greeter") == ["mine"])
    folder.remove("Greeter")
    try #require(symlink("nowhere", folder("Greeter")) == 0)
    #expect(new() == Run(out: "", err: NewTests.exists, code: 1))
    #expect(folder.names == ["Greeter"])
    folder.remove("Greeter")
    #expect(new().code == 0 && new() == Run(out: "", err: NewTests.exists, code: 1))
    let json = Run.host("new", "Greeter", "--language", "c", "--json", in: folder.path)
    let problem = try Value(json: json.errBytes)["error"]
    #expect(json.code == 1 && json.out == "" && problem?["code"] == 1 && problem?["reason"] == "exists")
  }

  @Test(.enabled(if: Another.isThere || !Place.isRoot, "root may write everywhere, and nobody else can be run as here"))
  func `where nothing may be written nothing is made`() {
    let words = ["new", "Greeter", "--language", "c"]
    // The root folder is nobody's to write.
    let run = Another.isThere ? Another.host(words) : Run.host(words, in: "/")
    let text = """
      error: can't make the folder 'Greeter': Permission denied
      help: go to a folder that you can write to

      """
    #expect(run == Run(out: "", err: text, code: 1))
  }
}
