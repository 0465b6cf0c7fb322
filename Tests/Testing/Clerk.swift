import ComponentKit
import ComponentTesting

/// The component that most of these tests have on the bench: it asks others, as it is told.
struct Clerk: Component {
  static let needs = [Need("Library", from: Version(2))]
  let mediator: Mediator
  init(mediator: Mediator) { self.mediator = mediator }

  var actions: [Action] {
    Action("ask", "Calls an action of any target, and hands on what comes") { [mediator] call in
      try mediator.call(
        try call.text("target"), try call.text("action"), call.value("with")?.map ?? [:],
        timeLimit: try call.int("limit", default: nil).map { .milliseconds($0) })
    }
    Action("title", "Asks Library for a book's title") { [mediator] call in
      let book = try mediator.call(BookRequest { $0.id = call.value("id")?.int ?? 0 })
      return .text(book.title)
    }
    Action("later", "The same without blocking a thread") { [mediator] call async throws -> Value in
      let id = try call.int("id")
      return .text(try await mediator.call(BookRequest { $0.id = id }).title)
    }
    Action("both", "Asks two at once") { [mediator] _ async throws -> Value in
      async let a = mediator.call("A", "a")
      async let b = mediator.call("B", "b")
      return .list(try await [a, b])
    }
    Action("given", "Calls Library.keep with what only lives in this process") { [mediator] call in
      try mediator.call("Library", "keep", call.parameters)
    }
    Action("inside", "Asks a target of its own") { [mediator] _ in try mediator.call("Clerk.Desk", "stamp") }
    Action("murmur", "Says something for the log") { [mediator] _ in
      mediator.log(.info, "hm")
      return nil
    }
    Action.deferring("twice", "Replies twice") { call in
      call.reply(1)
      call.reply(2)
    }
    on(Describe.self) { _ in Description(words: 3, parts: []) }
  }

  var targets: [Target] {
    Target("Desk") { Action("stamp") { _ in "stamped" } }
  }
}

/// A face of Library.
struct BookRequest: Request {
  static let target = "Library"
  static let action = "book"
  @Parameter("The book's number") var id: Int
  @Parameter("Which edition") var edition = 1
  @Parameter var marks: [UInt8]?
  typealias Reply = Book
}

struct Book: Codable, Sendable, Equatable {
  var title: String
  var year: Int?
}

/// A face of Clerk.
struct Describe: Request {
  static let target = "Clerk"
  @Parameter var text: String
  @Parameter var depth = 1
  @Parameter var filter: Filter?
  typealias Reply = Description
}

struct Filter: Codable, Sendable {
  var words: [String]
  var order: Order
  enum Order: String, Codable, Sendable, CaseIterable { case up, down }
}

struct Description: Codable, Sendable {
  var words: Int
  var parts: [Description]
}

/// What a call must fail with.
func failure(_ body: () throws(Failure) -> some Any) -> Failure? {
  do throws(Failure) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

extension Bench {
  /// Has the Clerk ask.
  @discardableResult
  func ask(_ target: String, _ action: String, _ with: Fields = [:], limit: Int? = nil) throws(Failure) -> Value {
    try mediator.call(
      "Clerk", "ask",
      ["target": .text(target), "action": .text(action), "with": .map(with), "limit": limit.map(Value.int) ?? .null])
  }
}
