import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

@Suite struct ExplainCommandTests {
  struct Shelf: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("cover") { _ in nil }.remote }
    var keys: [Key] { Key("cover", "cover", hints: ["framed": true]) }
  }

  @Test func `a key with the name of its action is told once`() throws {
    let out = Captured()
    let console = Console(out: out, err: Captured(), readInput: { .bytes([]) }, environment: { _ in nil })
    #expect(
      Program.run(["explain", "app://Shelf/cover"], Surroundings(console) { try? $0.register(Shelf.self) }) == .ok)
    let lines = out.text.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("  key ") }.count == 1, "\(out.text)")
    #expect(Set(lines).count == lines.count, "\(out.text)")
  }

  struct Shop: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("list") { _ in nil }.remote
      Action("detail") { _ in nil }.remote
      Action("loose") { _ in nil }.remote
    }
    var keys: [Key] { Key("list", "detail") }
  }

  @Test func `a key that has the name of another action stands where it is asked`() throws {
    let policy = TemporaryFile(#"{"routes": [{"from": "app://Shop/:any", "target": "Shop", "action": "loose"}]}"#)
    let out = Captured()
    let console = Console(out: out, err: Captured(), readInput: { .bytes([]) }, environment: { _ in nil })
    let words = ["explain", "app://Shop/list", "--policy", policy.path]
    #expect(Program.run(words, Surroundings(console) { try? $0.register(Shop.self) }) == .ok)
    let stages = out.text.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      return ["route", "action", "key"].contains(words[0])
        ? "\(words[0]) \(words[1 ..< 3].joined(separator: " "))" : nil
    }
    #expect(
      stages == [
        "action Shop.list is", "route app://Shop/:any of", "action Shop.loose is", "key the map",
        "action Shop.detail is",
      ], "\(out.text)")
  }

  @Test func `a name as messages write it is taken apart for whoever typed it`() {
    #expect(
      run("explain", "Atlas.showMap")
        == Ran(
          .usage,
          err: "error: explain needs a URL, or a target and an action\nhelp: write host explain Atlas showMap\n"))
    #expect(run("explain", "Atlas").err.hasSuffix("help: write host explain URL, or TARGET ACTION\n"))
    #expect(
      run("describe", "Atlas.Legend.signs")
        == Ran(
          .notFound,
          err: "error: Atlas has no target 'Atlas.Legend.signs'\nhelp: write host describe Atlas.Legend signs\n"))
    #expect(run("describe", "Atlas.shwMap").err.hasSuffix("help: see what it has with 'host describe Atlas'\n"))
  }
}
