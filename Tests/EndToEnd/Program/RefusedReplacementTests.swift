import ComponentKit
import TestThreads
import Testing

/// What a session says of a component whose file was replaced by one that is refused: an earlier generation answers.
@Suite(.offPool) struct RefusedReplacementTests {
  private static let goesOn = "generation 1 goes on answering"

  // What a session prints for some lines once the file is rubbish.
  private func out(_ folder: Folder, _ lines: String...) throws -> String {
    let terminal = try #require(Terminal())
    let started = try #require(
      Started(
        Place.host, ["--plugins", folder.path, "run"].map { Array($0.utf8) }, environment: ["NO_COLOR": "1"],
        input: terminal.path, err: terminal.path))
    #expect(terminal.read(until: "host> ") == "host> ")
    terminal.type("call Good run\n")
    #expect(terminal.read(until: "host> ").hasSuffix("host> "))
    folder.write(Array("rubbish".utf8), as: "libGood.so")
    terminal.type((["refresh"] + lines + ["exit"]).joined(separator: "\n") + "\n")
    let run = started.finish(limit: .seconds(30))
    #expect(run.code == 0, "\(terminal.read())")
    let first = "ok\nGood was not replaced: "
    #expect(run.out.hasPrefix(first), "\(run.out)")
    return run.out.drop { $0 != "\n" }.dropFirst().drop { $0 != "\n" }.dropFirst().description
  }

  @Test func `list says which generation goes on answering`() throws {
    let folder = Folder("good")
    let text = try out(folder, "list")
    #expect(text.contains("; \(Self.goesOn)\n"), "\(text)")
    let rows = try Value(json: Array(try out(Folder("good"), "list --json").utf8))
    #expect(
      rows[0]?["state"] == "refused" && rows[0]?["generation"] == 1 && rows[0]?["refusal"]?["message"]?.text != nil)
    // A process of its own knows of no generation.
    let alone = Run.host("--plugins", folder.path, "list", "--json")
    #expect(try Value(json: Array(alone.out.utf8))[0]?["generation"] == .null)
    #expect(!Run.host("--plugins", folder.path, "list").out.contains("generation"))
  }

  @Test func `list --targets shows those that answer, and why they are an earlier generation's`() throws {
    let folder = Folder("good")
    let text = try out(folder, "list --targets")
    #expect(text.hasPrefix("Good 1.0.0  "), "\(text)")
    #expect(
      text.contains("\n  refused: ") && text.contains("; \(Self.goesOn)\n  in \(folder("libGood.so"))\n"), "\(text)")
    #expect(text.contains("\n    run"), "\(text)")
    let rows = try Value(json: Array(try out(Folder("good"), "list --targets --json").utf8))
    #expect(rows[0]?["state"] == "refused" && rows[0]?["targets"]?[0]?["name"] == "Good")
  }

  @Test(arguments: ["explain Good run", "describe Good", "describe Good run"])
  func `what shows where a component comes from says that its file is another one by now`(_ line: String) throws {
    let folder = Folder("good")
    let text = try out(folder, line).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      text.contains(
        "\(folder("libGood.so")): generation 1, which goes on answering; what lies there now is refused: it "),
      "\(text)")
    // While it is as it was nothing is said.
    #expect(
      !Run.host(["--plugins", Folder("good").path] + line.split(separator: " ").map(String.init)).out.contains("now is")
    )
  }

  @Test func `for programs describe has why what lies there is refused`() throws {
    let page = try Value(json: Array(try out(Folder("good"), "describe Good --json").utf8))
    #expect(page["generation"] == 1 && page["refusal"]?["message"]?.text?.hasPrefix("it ") == true, "\(page)")
    let alone = Run.host("--plugins", Folder("good").path, "describe", "Good", "--json")
    #expect(try Value(json: Array(alone.out.utf8))["refusal"] == .null)
  }
}
