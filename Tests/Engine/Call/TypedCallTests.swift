import ComponentHost
import ComponentKit
import Testing

// A face as its owner writes it: types and one extension.
struct Detail: Codable, Sendable, Equatable {
  var id: Int
  var title: String
  var author: String?
  var parts: [Part] = []
}

struct Part: Codable, Sendable, Equatable {
  var name: String
  var kind: Kind = .text
  var parts: [Part] = []
  enum Kind: String, Codable, Sendable, CaseIterable { case text, picture }
}

protocol ShelfRequest: Request {}
extension ShelfRequest { static var target: String { "Shelf" } }

struct ShowDetail: ShelfRequest {
  static let summary = "Shows a book"
  @Parameter("The book's number") var id: Int
  @Parameter("Which page") var page = 1
  @Parameter var author: String?
  @Parameter("In what order") var order = Part.Kind.text
  typealias Reply = Detail
}

struct Store: ShelfRequest {
  @Parameter var detail: Detail
  @Parameter var data: [UInt8]
  @Parameter var done: Function?
  typealias Reply = NoReply
}

struct Slow: ShelfRequest {
  static let tellsProgress = true
  @Parameter var at: Timestamp
  @Parameter var scores: [String: Double]
  typealias Reply = [String: Double]
}

struct ShelfFace {
  let mediator: Mediator
  func showDetail(id: Int, page: Int = 1, author: String? = nil) throws(Failure) -> Detail {
    var request = ShowDetail()
    request.id = id
    request.page = page
    request.author = author
    return try mediator.call(request)
  }
}

extension Mediator {
  var shelf: ShelfFace { ShelfFace(mediator: self) }
}

struct Shelf: Component {
  let mediator: Mediator
  init(mediator: Mediator) { self.mediator = mediator }
  var actions: [Action] {
    on(ShowDetail.self) { request in
      if request.id == 0 { throw Failure(.failed, "no_such_book", "there is no book 0") }
      return Detail(
        id: request.id, title: "Page \(request.page)", author: request.author,
        parts: [Part(name: "a", kind: request.order, parts: [Part(name: "b")])])
    }
    on(Store.self) { [mediator] request in
      if let done = request.done {
        _ = try mediator.call(done, ["title": .text(request.detail.title), "size": .int(request.data.count)])
      }
      return NoReply()
    }
    on(Slow.self) { request, call async in
      call.progress(0.5, "half")
      await Task.yield()
      return request.scores.mapValues { $0 * 2 }
    }
  }
}

@Suite struct TypedCallTests {
  let host: Host
  var mediator: Mediator { host.mediator }

  init() throws {
    var settings = Settings()
    // An async action waits for a thread of Swift's own, which other tests may keep for long.
    settings.timeLimit = nil
    host = Host(settings)
    try host.register(Shelf.self)
  }

  @Test func `a typed call goes there and back`() throws {
    #expect(
      try mediator.shelf.showDetail(id: 3, page: 2, author: "Ann")
        == Detail(
          id: 3, title: "Page 2", author: "Ann", parts: [Part(name: "a", parts: [Part(name: "b")])]))
    #expect(try mediator.shelf.showDetail(id: 3).author == nil)
  }

  @Test func `an async typed call tells progress`() async throws {
    var request = Slow()
    request.at = Timestamp(nanoseconds: 0)
    request.scores = ["a": 1.5]
    let heard = Guarded<[String]>([])
    let reply = try await mediator.call(request) { _, message in heard.withLock { $0.append(message) } }
    #expect(reply == ["a": 3])
    #expect(heard.withLock { $0 } == ["half"])
  }

  @Test func `objects of all kinds and functions go along`() throws {
    var request = Store()
    request.detail = Detail(id: 1, title: "T", author: nil)
    request.data = [1, 2, 3]
    let heard = Guarded<Fields>([:])
    request.done = Function { call in
      let parameters = call.parameters
      heard.withLock { $0 = parameters }
      return nil
    }
    _ = try mediator.call(request)
    #expect(heard.withLock { $0 } == ["title": "T", "size": 3])
  }

  @Test func `defaults hold for callers without types`() throws {
    let reply = try mediator.call("Shelf", "showDetail", ["id": 7])
    #expect(reply["title"] == "Page 1")
    #expect(reply["parts"]?[0]?["kind"] == "text")
    #expect(try mediator.call("Shelf", "showDetail", ["id": 7.0, "page": nil])["title"] == "Page 1")
  }

  @Test func `what is wrong is refused before the action runs`() {
    func message(_ parameters: Fields) -> String? {
      failure { () throws(Failure) in try mediator.call("Shelf", "showDetail", parameters) }?.message
    }
    #expect(message([:]) == "the parameter 'id' is missing (int)")
    #expect(message(["id": "x"]) == "the parameter 'id' must be an int, not the text 'x'")
    #expect(message(["id": 1.5]) == "the parameter 'id' must be an int, not a double")
    #expect(message(["id": 1, "pag": 2]) == "Shelf.showDetail has no parameter 'pag'")
    #expect(
      message(["id": 1, "order": "red"])
        == #"the parameter 'order' must be one of "text", "picture", not the text 'red'"#)
  }

  @Test func `a required parameter that was not set is named, not trapped`() {
    #expect(
      { () -> String? in
        do throws(Failure) { _ = try mediator.call(ShowDetail()) } catch { return error.message }
        return nil
      }() == "Shelf.showDetail: the parameter 'id' is missing (int)")
  }

  @Test func `a component describes itself by its requests`() throws {
    let shelf = try #require(try host.load("Shelf"))
    #expect(
      shelf.targets[0].actions.map { "\($0.name)\($0.signature ?? "?")" } == [
        #"showDetail(id: int, page: int = 1, author: text?, order: "text" | "picture" = "text") -> Detail"#,
        "store(detail: Detail, data: bytes, done: function?) -> nothing",
        "slow(at: date, scores: [text: double]) -> [text: double]",
      ])
    #expect(shelf.targets[0].actions.map(\.tellsProgress) == [false, false, true])
  }

  @Test func `what a component says of itself stays when it is taken out`() throws {
    func told(_ component: LoadedComponent) -> [String] {
      component.targets.flatMap { target in target.actions.map { "\(target.name).\($0.name)\($0.signature ?? "?")" } }
        + component.types.map { "\($0.name) = \($0.definition)" }
    }
    let shelf = try #require(try host.load("Shelf"))
    let before = told(shelf)
    host.close()
    #expect { try host.load("Shelf") } throws: { ($0 as? Refusal)?.reason == "closed" }
    #expect(told(shelf) == before && before.count > 3)
  }

  struct Wrong: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { on(ShowDetail.self) { _ in Detail(id: 1, title: "", author: nil) } }
  }

  @Test func `a request of another target is refused`() {
    #expect {
      try host.register(Wrong.self)
    } throws: { error in
      (error as? Refusal)?.message
        == "its register returned the code 1: a request of the target 'Shelf' is answered by 'Wrong'"
    }
  }
}
