import ComponentKit
import Glibc
import TestThreads
import Testing

/// Whatever the help, the README, the articles and the comments of the contract show is there, and works with the example
/// components.
@Suite(.offPool, .builtComponents) struct ExampleTests {
  /// What is not run, and why.
  static let skips = [
    "Scripts/host call Reader showDetail id=1": "it builds the package first; the stage test runs the script",
    "host call Greeter hello name=Ann": "the README's own component, which the embedding test builds",
    "source <(host completions bash)": "the tests of completion do it, in the shells that are there",
    "source <(host completions zsh)": "the tests of completion do it, in the shells that are there",
    "app://Shop/price?pieces=2": "the article's own component, whose screens open it",
    "app://Baker/price?loaves=2": "the article's own component, whose screens open it",
    "app://Baker/loaf?kind=rye&wrapped=yes": "the article's own component, whose screens open it",
    "Baker_loaf": "the article's own component, which its screens describe",
    "host bindings Press": "the article's own component, whose face the tests of the articles print",
    "host bindings Press --language c": "the article's own component, whose face the tests of the articles print",
    "host bindings Press --language cpp": "the article's own component, whose face the tests of the articles print",
    "host bindings Press --language rust": "the article's own component, whose face the tests of the articles print",
    "host call Image scale data=@photo.png --raw > small.png": "a component of somebody's, and a file",
    "host pardon Decoder --state /var/lib/reading": "the article's own component, and a folder of the system's",
    "host pardon Reader --state /var/lib/reading": "a folder of the system's",
    "host serve": "it goes on until it is told to end; the tests of serving run it",
    "host --plugins ./lib serve": "it goes on until it is told to end; the tests of serving run it",
    "host serve --openapi": "it goes on until it is told to end; the tests of serving run it",
    "host serve --listen 127.0.0.1:8080": "it goes on until it is told to end; the tests of serving run it",
    "host serve --cluster nats://127.0.0.1:4222": "it needs a broker; the tests of clusters run it",
    "host --plugins ./lib serve --cluster nats://127.0.0.1:4222 --cluster-name shop":
      "it needs a broker; the tests of clusters run it",
    "host --cluster nats://127.0.0.1:4222 --cluster-name shop list":
      "it needs a broker; the tests of clusters run it",
    "host --cluster nats://127.0.0.1:4222 --cluster-name shop describe Reader showDetail":
      "it needs a broker; the tests of clusters run it",
    "host --cluster nats://127.0.0.1:4222 --cluster-name shop call Reader showDetail id=1":
      "it needs a broker; the tests of clusters run it",
    "host --cluster nats://127.0.0.1:4222 --cluster-name shop explain Reader showDetail":
      "it needs a broker; the tests of clusters run it",
    "host --cluster nats://127.0.0.1:4222 --cluster-name shop top":
      "it needs a broker; the tests of clusters run it",
    "host --cluster nats://127.0.0.1:4222 --cluster-name shop events Library.changed":
      "it needs a broker; the tests of clusters run it",
    "Tea_pot": "the article's own component, which its screens open",
  ]

  static let commands = [
    "help", "call", "open", "run", "explain", "routes", "describe", "graph", "list", "pardon", "inspect", "check",
    "install",
    "remove",
    "rollback", "bindings", "new", "completions", "serve", "mcp", "openapi",
  ]

  static let helpPages =
    [("host help", Run.host("help").out)] + commands.map { ("host help \($0)", Run.host("help", $0).out) }

  static let helpBlocks = helpPages.flatMap { Example.blocks(ofHelp: $1, $0) }

  /// What the texts show in passing.
  static let shown: [Example] = texts.flatMap { path in
    Example.inside(String(decoding: Folder.bytes(of: "\(Place.repository)/\(path)"), as: UTF8.self), of: path)
  }

  private static let texts: [String] = {
    let find = "find README.md Host/ABI Host/Kit Host/Engine Plugins -not -path 'Plugins/Tests/*' -type f"
    let found = Run.program(
      "/bin/sh", ["-c", "\(find) | grep -E '[.](md|h|c|swift|rs)$' | sort"], in: Place.repository, limit: .seconds(30))
    return found.out.split(separator: "\n").map(String.init)
  }()

  /// A place as a reader has it: plugins in ./lib, a home, a file of parameters, the repository beside it.
  private struct Desk {
    let folder = Folder()
    let plugins = Staged()
    var here: String { folder("here") }

    init() {
      for name in ["here", "home", "bin", "here/Sources"] { mkdir(folder(name), 0o755) }
      mkdir(folder("here/Sources/WordCountFace"), 0o755)
      symlink(Place.host, folder("bin/host"))
      symlink(plugins.folder.path, folder("here/lib"))
      symlink(Place.repository, folder("component-host"))
      folder.write(#"{"book": 1, "text": "From a file"}"#, as: "here/note.json")
      folder.write("call Reader open id=1\nlist\n", as: "here/evening.host")
      folder.write(#"{"schemes": ["app"]}"#, as: "here/policy.json")
    }

    func run(_ command: String) -> Run {
      // A package of the name may be there from the example before.
      let line = "cd \"$0\" && rm -rf Greeter && set -o pipefail && \(command)"
      return Run.program(
        "/usr/bin/env", ["bash", "-c", line, here],
        environment: ["PATH": "\(folder("bin")):/usr/bin:/bin", "HOME": folder("home")], limit: .seconds(60))
    }
  }

  @Test(arguments: helpBlocks.indices) func `every example of the help works`(_ index: Int) {
    let desk = Desk()
    for example in ExampleTests.helpBlocks[index] { check(example, desk) }
  }

  @Test func `whatever else is shown is there`() {
    let desk = Desk()
    var seen: Set<String> = []
    for example in ExampleTests.shown where seen.insert(example.text).inserted { check(example, desk) }
  }

  private func check(_ example: Example, _ desk: Desk) {
    guard ExampleTests.skips[example.text] == nil, let command = example.command else { return }
    let run = desk.run(command)
    #expect(run.code == 0, "\(example)\n\(run.err)")
  }

  @Test func `nothing is forgotten, and no skip is left over`() {
    let all = Set(ExampleTests.helpBlocks.joined().map(\.text) + ExampleTests.shown.map(\.text))
    #expect(ExampleTests.skips.keys.filter { !all.contains($0) }.sorted() == [])
    // Each page but that of the whole program's list has examples, and the texts have many.
    #expect(
      ExampleTests.helpBlocks.count >= ExampleTests.commands.count && ExampleTests.helpBlocks.allSatisfy { !$0.isEmpty }
    )
    #expect(
      ExampleTests.shown.count > 10 && all.contains("app://BookDetail/books/1") && all.contains("BookDetail_cover"))
    let named = Run.host("help").out
    for command in ExampleTests.commands { #expect(named.contains("\n  \(command) ")) }
    #expect(
      named.split(separator: "COMMANDS\n")[1].split(separator: "\n\n")[0].count { $0 == "\n" } == ExampleTests.commands
        .count - 1)
  }
}
