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

  struct Till: Component {
    struct Price: Request {
      static let target = "Till"
      static let isRemote = true
      @Parameter var pieces = 1
      @Parameter var gift = false
      typealias Reply = Int
    }

    init(mediator: Mediator) {}
    var actions: [Action] { on(Price.self) { $0.pieces } }
  }

  // What is told of a URL, line by line, with the stage's name before it.
  private func lines(_ url: String, _ policy: String, json: Bool = false) throws -> [String] {
    let file = TemporaryFile(policy)
    let out = Captured()
    let console = Console(out: out, err: Captured(), readInput: { .bytes([]) }, environment: { _ in nil })
    let words = ["explain", url, "--policy", file.path] + (json ? ["--json"] : [])
    #expect(Program.run(words, Surroundings(console) { try? $0.register(Till.self) }) == .ok)
    return out.text.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ").replacing(file.path, with: "FILE")
    }
  }

  private static let routes = """
    "routes": [{"from": "app://kaufen/:pieces", "target": "Till", "action": "price",
                "rename": {"geschenk": "gift"}, "case": "keep"}]
    """

  @Test func `what the policy does not take is stopped by the policy`() throws {
    let why = "URLs of the scheme 'web' are not taken"
    let lines = try lines("web://Till/price", #"{"schemes": ["app"]}"#)
    #expect(lines.count == 3 && lines[0].hasPrefix("parse scheme 'web', host part 'Till'"), "\(lines)")
    #expect(lines[1...] == ["policy x \(why)", "end x the call fails: \(why)"])
  }

  @Test func `what can't be read is stopped where it is read`() throws {
    let lines = try lines("app://Till/price", #"{"limits": {"length": 8}}"#)
    #expect(
      lines.count == 2 && lines[0].hasPrefix("parse x ") && lines[1].hasPrefix("end x the call fails: "), "\(lines)")
  }

  @Test func `only what stops a URL is marked`() throws {
    let lines = try lines("app://kaufen/3?stueck=9", "{\(Self.routes), \"rename\": {\"stueck\": \"pieces\"}}")
    let why = "the parameter 'stueck' is taken as 'pieces', which is given by the path already"
    #expect(
      lines.filter { $0.contains(" x ") } == ["parameters x \(why)", "end x the call fails: \(why)"], "\(lines)")
    #expect(lines.contains { $0.hasPrefix("component there is no component 'kaufen'") }, "\(lines)")
    let plain = try self.lines("app://kaufen/3?pieces=9", "{\(Self.routes)}")
    #expect(plain.last == "end x the call fails: the parameter 'pieces' is given by the path already")
  }

  @Test
  func `a name that a route would rename but for its capitals is suggested, and what the route says of case is told`()
    throws
  {
    let lines = try lines("app://kaufen/3?Geschenk=yes", "{\(Self.routes), \"case\": \"fold\"}")
    #expect(
      lines.contains(
        "parameters the URL's parameter 'Geschenk' is ignored: Till.price does not declare it; did you mean 'geschenk'?"
      ),
      "\(lines)")
    #expect(
      lines.contains {
        $0.hasPrefix("route app://kaufen/:pieces of the policy file 'FILE' leads to Till.price")
          && $0.hasSuffix(", with case: keep, which goes before the policy's")
      }, "\(lines)")
    let same = try self.lines("app://kaufen/3", "{\(Self.routes)}")
    #expect(!same.contains { $0.contains("with case") }, "\(same)")
  }

  @Test func `interceptors are named, and that they are not asked`() throws {
    let one = try lines("app://Till/price", #"{"interceptors": [{"ready": "log"}]}"#)
    #expect(one.contains("interceptors on the way is log, which is not asked here"), "\(one)")
    let two = try lines(
      "app://Till/price", #"{"interceptors": [{"ready": "limit", "calls": 1, "seconds": 60}, {"ready": "log"}]}"#)
    #expect(two.contains("interceptors on the way are log, limit, which are not asked here"), "\(two)")
  }

  @Test func `what would stand in is called a fallback, and the stage stays what it was for programs`() throws {
    #expect(try lines("app://Till/nothing", "{}").contains("fallback x there is no fallback NotFound"))
    let json = try #require(try lines("app://Till/nothing", "{}", json: true).first)
    #expect(json.contains(#""stage":"ladder","message":"there is no fallback NotFound","obstacle":true"#), "\(json)")
  }
}
