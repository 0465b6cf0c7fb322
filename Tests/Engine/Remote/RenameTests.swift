import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// Names that are renamed to what is renamed in its turn, and renames that change nothing.
@Suite struct RenameTests {
  struct Shelf: Component {
    init(mediator: Mediator) {}
    struct Old: Request {
      static let target = "Shelf"
      static let isRemote = true
      @Parameter var id: Int
      typealias Reply = String
    }
    struct New: Request {
      static let target = "Shelf"
      static let isRemote = true
      @Parameter var book: Int
      typealias Reply = String
    }
    struct Both: Request {
      static let target = "Shelf"
      static let isRemote = true
      @Parameter var id = 0
      @Parameter var book = 0
      typealias Reply = String
    }
    struct Many: Request {
      static let target = "Shelf"
      static let isRemote = true
      struct Place: Codable, Sendable {
        var shelf: Int
        var row: String?
      }
      @Parameter var ids: [Int]?
      @Parameter var place: Place?
      typealias Reply = String
    }
    var actions: [Action] {
      on(Many.self) { "\($0.ids ?? [])" }
      on(Old.self) { "id \($0.id)" }
      on(New.self) { "book \($0.book)" }
      on(Both.self) { "\($0.id) \($0.book)" }
      Action("free") { call in .map(call.parameters) }.remote
    }
  }

  private func open(_ url: String, _ renames: [String: String], foldsCase: Bool = false) throws -> Value? {
    var settings = Settings()
    settings.report = { _ in }
    settings.policy.query = QueryNames(renames: renames, foldsCase: foldsCase)
    let host = Host(settings)
    try host.register(Shelf.self)
    return try? host.mediator.open("app://Shelf/\(url)")
  }

  @Test(
    arguments: [
      ("old?id=1", "id 1"), ("old?book=1", "id 1"), ("new?id=1", "book 1"), ("new?book=1", "book 1"),
      ("both?id=1&book=2", "1 2"), ("free?id=1&book=2", ["id": "1", "book": "2"]),
    ] as [(String, Value)])
  func `two that are renamed to each other are two names for one`(_ url: String, _ reply: Value) throws {
    #expect(try open(url, ["id": "book", "book": "id"]) == reply)
  }

  @Test(
    arguments: [
      ("old?book=1", "id 1"), ("old?nr=1", "id 1"), ("new?nr=1", "book 1"), ("new?id=1", "book 1"),
      ("free?nr=1", ["nr": "1"]),
    ] as [(String, Value)])
  func `so are three that come back to the first`(_ url: String, _ reply: Value) throws {
    #expect(try open(url, ["nr": "id", "id": "book", "book": "nr"]) == reply)
  }

  @Test(
    arguments: [
      ("old?b=1", "id 1"), ("new?a=1", "book 1"), ("new?b=1", "book 1"), ("new?id=1", "book 1"), ("both?b=1", "1 0"),
      ("both?book=1", "0 1"), ("free?b=1", ["book": "1"]),
    ] as [(String, Value)])
  func `a name is renamed until it is one that the action declares`(_ url: String, _ reply: Value) throws {
    #expect(try open(url, ["a": "b", "b": "id", "id": "book"]) == reply)
    #expect(try open(url, ["A": "b", "B": "ID", "Id": "book"], foldsCase: true) == reply)
  }

  @Test func `a route's names lead on to those of the policy`() throws {
    var settings = Settings()
    settings.policy.query = QueryNames(renames: ["b": "id"])
    settings.policy.routes = [
      Route("/", host: "x", to: "Shelf", "old", query: QueryNames(renames: ["a": "b"]))
    ]
    let host = Host(settings)
    try host.register(Shelf.self)
    #expect(try host.mediator.open("app://x?a=7") == "id 7")
  }

  @Test(arguments: [false, true]) func `a name goes through many others as quickly for each as through few`(
    _ isCircle: Bool
  ) throws {
    func time(_ count: Int) throws -> Duration {
      let way = (0..<count).map { ("n\($0)", $0 + 1 < count ? "n\($0 + 1)" : isCircle ? "n\(count / 2)" : "nowhere") }
      let url = "old?id=1&" + (0..<10).map { "n\($0)=1" }.joined(separator: "&")
      return try processorTime {
        let reply = try open(url, Dictionary(uniqueKeysWithValues: way), foldsCase: true)
        #expect(reply == "id 1")
      }
    }
    _ = try time(10)
    // One by one, each of eight times as many would take eight times as long, or sixty-four times.
    let few = try (0..<3).map { _ in try time(QueryNames.renameLimit / 8) }.min()
    let many = try time(QueryNames.renameLimit)
    #expect(many < (try #require(few)) * 8 * 4)
  }

  @Test func `whether names lead somewhere is found out with one look at each`() {
    let way = (0..<1000).map { ("n\($0)", "n\($0 + 1)") } + (0..<1000).map { ("m\($0)", "m\(($0 + 1) % 1000)") }
    let rules = [QueryNames(renames: Dictionary(uniqueKeysWithValues: way))]
    nonisolated(unsafe) var looks = 0
    var walk = RenameWalk(rules, foldsCase: true) { name in
      looks += 1
      return name == "n1000"
    }
    #expect(rules[0].said.filter { walk.leads($0) }.count == 1000)
    #expect(looks == 2001)
    #expect(walk.leads("n1000") && !walk.leads("m7") && !walk.leads("x") && looks == 2002)
  }

  @Test func `a circle is left as it is, wherever a name comes into it`() {
    let rules = [QueryNames(renames: ["a": "b", "b": "c", "c": "d", "d": "e", "e": "c", "x": "y", "y": "X", "f": "F"])]
    for name in ["a", "b", "c", "d", "e", "f", "F", "x", "X", "other"] {
      #expect(rules.name(for: name, foldsCase: true) { _ in false } == name)
    }
    for name in ["a", "b", "c", "d", "e"] { #expect(rules.name(for: name, foldsCase: false) { $0 == "e" } == "e") }
    #expect(rules.name(for: "x", foldsCase: false) { _ in false } == "X")
  }

  struct Vain: Component {
    // One test alone has it, and registers on its own thread.
    nonisolated(unsafe) static var renames: [String: String] = [:]
    init(mediator: Mediator) {}
    struct Run: Request {
      static let target = "Vain"
      static let isRemote = true
      @Parameter var page: Int
      typealias Reply = Int
    }
    var actions: [Action] { on(Run.self) { $0.page } }
    var paths: [Path] { Path("/a", "run", renames: Vain.renames) }
  }

  @Test func `a component whose path renames in vain is refused`() throws {
    for renames in [["p": "page"], ["p": "PAGE"], ["a": "b", "b": "page"], ["PAGE": "b", "b": "PAGE"]] {
      Vain.renames = renames
      try Host().register(Vain.self)
    }
    for (renames, words) in [
      (["p": "pag"], "renames 'p' to 'pag', which 'Vain.run' does not declare"),
      (["a": "b", "b": "c"], "renames 'a' to 'b', which 'Vain.run' does not declare"),
      (["a": "b", "b": "a"], "renames 'a' to 'b', which 'Vain.run' does not declare"),
      (["page": "p"], "renames 'page', which 'Vain.run' declares, and which is left as it is"),
      (["PAGE": "b", "b": "c", "c": "b"], "renames 'PAGE' to 'b', which 'Vain.run' does not declare"),
    ] {
      Vain.renames = renames
      let refusal = #expect(throws: Refusal.self) { try Host().register(Vain.self) }
      #expect(refusal?.reason == "invalid_route" && refusal?.message == "the route '/a' \(words)")
    }
  }

  @Test(
    arguments: [
      ("many?nrs=1&nrs=x", "the parameter 'nrs[1]' must be an int, not the text 'x'"),
      ("many?at=%7B%22shelf%22%3A%22a%22%7D", "the parameter 'at.shelf' must be an int, not the text 'a'"),
      // What lies within a parameter is no name that nobody declares.
      ("many?place=%7B%22shelf%22%3A1%2C%22z%22%3A1%7D", "the parameter 'place' has the unknown key 'z'"),
      ("many?at=%7B%22shelf%22%3A1%2C%22z%22%3A1%7D", "the parameter 'at' has the unknown key 'z'"),
    ])
  func `what is wrong within a parameter is said by the URL's own name`(_ url: String, _ message: String) throws {
    var settings = Settings()
    settings.report = { _ in }
    settings.policy.query = QueryNames(renames: ["nrs": "ids", "at": "place"])
    let host = Host(settings)
    try host.register(Shelf.self)
    let failed = failure { () throws(Failure) in try host.mediator.open("app://Shelf/\(url)") }
    #expect(failed?.code == .invalidParameters && failed?.message == message, "\(String(describing: failed))")
  }
}
