import ComponentKit
import ComponentTesting
import Testing

/// Library as an interface.
private protocol LibraryService: Service {
  func book(id: Int, edition: Int) throws(Failure) -> Book
  func book(id: Int, edition: Int) async throws(Failure) -> Book
}

extension LibraryService {
  static var target: String { "Library" }

  @ListBuilder<Action>
  var answers: [Action] {
    Action(answering: BookRequest.self) { request, _ in try self.book(id: request.id, edition: request.edition) }
    Action("keep", "Takes anything") { call in .map(call.parameters) }
  }
}

private struct Shelf: LibraryService {
  var year: Int?

  func book(id: Int, edition: Int) throws(Failure) -> Book {
    if id == 9 { throw Failure(.failed, "no_such_book", "there is no book 9") }
    return Book(title: "Book \(id), edition \(edition)", year: year)
  }
}

struct DoubleTests {
  let bench: Bench
  init() throws { bench = try Bench(Clerk.self) }

  @Test func `a double answers in a component's place, checked as the component itself`() throws {
    bench.stub(Shelf())
    #expect(try bench.mediator.call("Clerk", "title", ["id": 3]) == "Book 3, edition 1")
    #expect(try bench.mediator.call("Clerk", "given", ["a": 1]) == ["a": 1])
    try bench.expectCall(BookRequest { $0.id = 3 }, times: 1)
    #expect(failure { () throws(Failure) in try bench.ask("Library", "book", ["id": 9]) }?.reason == "no_such_book")
    let wrong = failure { () throws(Failure) in try bench.ask("Library", "book", ["id": "x"]) }
    #expect(wrong?.message == "the parameter 'id' must be an int, not the text 'x'")
    let other = failure { () throws(Failure) in try bench.ask("Library", "boook") }
    #expect(other?.reason == "no_such_action" && other?.details["suggestions"] == ["book"])
  }

  @Test func `it answers also whoever awaits it`() async throws {
    bench.stub(Shelf())
    #expect(try await bench.mediator.call("Clerk", "later", ["id": 4]) == "Book 4, edition 1")
  }

  @Test func `another double takes its place, and without one the component is missing`() throws {
    bench.stub(Shelf())
    let later: any LibraryService = Shelf(year: 1815)
    bench.stub(later)
    #expect(try bench.ask("Library", "book", ["id": 5])["year"] == 1815)
    bench.removeStubs("Library")
    #expect(failure { () throws(Failure) in try bench.ask("Library", "book") }?.reason == "no_such_component")
  }

  /// The same type as a component.
  private struct Library: Component, LibraryService {
    init(mediator: Mediator) {}
    func book(id: Int, edition: Int) throws(Failure) -> Book { Book(title: "Real \(id)") }
    var actions: [Action] { answers }
  }

  @Test func `a component can have a service's actions for its own`() throws {
    let bench = try Bench(Library.self)
    #expect(try bench.mediator.call(BookRequest { $0.id = 2 }).title == "Real 2")
    #expect(bench.disagreements(with: BookRequest.self) == [])
  }
}
