import Glibc
import TestThreads
import Testing

/// What the README shows is true.
@Suite(.offPool) struct ReadmeTests {
  private static let text = String(decoding: Folder.bytes(of: "\(Place.repository)/README.md"), as: UTF8.self)

  /// The lines of the first indented block below a heading.
  private static func screen(below heading: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let below = lines.drop { $0 != heading }.drop { !$0.hasPrefix("    ") }
    return below.prefix { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
  }

  /// The first block in a language.
  private static func block(_ language: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let inside = lines.drop { $0 != "```\(language)" }.dropFirst().prefix { $0 != "```" }
    return inside.joined(separator: "\n") + "\n"
  }

  @Test(.builtComponents) func `the first screen runs as it is`() throws {
    let screen = ReadmeTests.screen(below: "## Run it")
    #expect(screen.count == 8 && screen[0] == "swift build -c release && Scripts/stage ./lib")
    let folder = Folder()
    // The build that the tests have anyway, and a folder of their own. What is typed into the session is answered before
    // the next line, for behind it stands another command, whose answer is known when it comes.
    let session = """
      mkfifo lines replies
      \(Place.host) --plugins ./lib run < lines > replies & host=$!
      exec 3> lines 4< replies
      ask() {
        printf '%s\\nlist --json\\n' "$1" >&3
        while IFS= read -r line <&4; do case $line in '[{'*) break ;; esac; printf '%s\\n' "$line"; done
      }
      """
    let script = screen.map { line in
      if line == ".build/release/host --plugins ./lib run" { return session }
      if line.hasPrefix("host> ") { return "ask '\(line.dropFirst(6).prefix { $0 != "#" })'" }
      return line.replacing("swift build -c release && ", with: "")
        .replacing("Scripts/stage ./lib", with: "\(Place.repository)/Scripts/stage ./lib")
    }
    let run = Run.program(
      "/bin/sh", ["-ec", (script + ["exec 3>&-", "wait $host"]).joined(separator: "\n")], in: folder.path,
      environment: Scripts.surroundings, limit: .seconds(60))
    #expect(run.code == 0 && run.err == "", "\(run.err)")
    let missing = "\"BookDetail\": {"
    #expect(run.out.contains("BookDetail was taken out\n"))
    #expect(run.out.components(of: "\"title\": \"The Lamp at Scarrow Head\"") == 3)
    #expect(run.out.components(of: missing) == 1 && run.out.contains("\"detail\": null"))
    #expect(folder.has("lib/libBookDetail.so") && !folder.has("lib/libNotFound.so"))
  }

  @Test func `the component in C compiles and answers`() throws {
    let folder = Folder()
    folder.write(ReadmeTests.block("c"), as: "echo.c")
    let line = try #require(ReadmeTests.text.split(separator: "\n").first { $0.hasPrefix("    cc ") })
    let compile = String(line.dropFirst("    cc ".count))
      .replacing("Host/ABI/include", with: "\(Place.repository)/Host/ABI/include")
    let strict = "-Wall -Wextra -Wpedantic -Werror"
    let made = Run.program(
      "/bin/sh", ["-ec", "\(Scripts.compiler) \(strict) \(compile)"], in: folder.path, limit: .seconds(60))
    #expect(made == Run(out: "", err: "", code: 0))
    chmod(folder("libEcho.so"), 0o755)
    let run = Run.host("--plugins", folder.path, "call", "Echo", "hello", "name=Ann")
    #expect(run == Run(out: "Ann\n", err: "", code: 0))
    #expect(Run.host("--plugins", folder.path, "call", "Echo", "hello") == Run(out: "world\n", err: "", code: 0))
    #expect(Run.host("--plugins", folder.path, "call", "Echo", "hello", "nam=Ann").code == 5)
  }

  @Test func `the component in Swift is the one that the embedding test builds`() {
    let source = Folder.bytes(of: "\(Place.repository)/Tests/Embedding/Sources/Greeter/Greeter.swift")
    #expect(ReadmeTests.block("swift") == String(decoding: source, as: UTF8.self))
  }
}

extension String {
  /// How often a piece occurs.
  fileprivate func components(of piece: String) -> Int { ranges(of: piece).count }
}
