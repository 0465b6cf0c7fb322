import ComponentKit

/// Stars and opinions, kept among the notes on a book.
struct Review: Component {
  static let summary = "Readers' stars and opinions"
  static let needs = ["Library", "Notes"].map { Need($0, optional: true) }

  let mediator: Mediator

  init(mediator: Mediator) { self.mediator = mediator }

  var actions: [Action] {
    Action("list", "The reviews of a book: id=1") { call in
      .list(try opinions(call.int("id")).map(\.asValue))
    }
    Action("add", "Reviews a book: id=1 stars=4 text=...") { call in
      let (id, stars, text) = try (call.int("id"), call.int("stars"), call.text("text"))
      guard (1...5).contains(stars) else {
        throw Failure(
          .invalidParameters, "out_of_range", "the parameter 'stars' must be from 1 to 5, not \(stars)")
      }
      try checkBook(id)
      return try notes("add", ["book": .int(id), "kind": "review", "text": .text("\(stars) \(text)")]) { reply in
        reply.int.map { ["id": .int($0), "book": .int(id), "stars": .int(stars), "text": .text(text)] }
      }
    }
    Action("average", "The average of a book's stars, null where there are none: id=1") { call in
      let stars = try opinions(call.int("id")).map(\.stars)
      let average = Double(stars.reduce(0, +)) / Double(max(1, stars.count))
      return ["stars": stars.isEmpty ? .null : .double(average), "count": .int(stars.count)]
    }
  }

  private func opinions(_ id: Int) throws(Failure) -> [Opinion] {
    try notes("list", ["book": .int(id), "kind": "review"]) { $0.list?.compactMap(Opinion.init) }
  }

  // A book that Library says does not exist gets no review; without Library any book does.
  private func checkBook(_ id: Int) throws(Failure) {
    do throws(Failure) {
      _ = try mediator.call("Library", "book", ["id": .int(id)])
    } catch {
      if error.reason == "no_such_book" { throw error }
    }
  }

  // Asks Notes, where the reviews are; without it there is nothing to see and nothing can be kept.
  private func notes<T>(_ action: String, _ parameters: Fields, _ read: (Value) -> T?) throws(Failure) -> T {
    let failure: Failure
    do throws(Failure) {
      if let answer = try read(mediator.call("Notes", action, parameters)) { return answer }
      failure = Failure(.failed, "unexpected_reply", "Notes replied something else than was asked for")
    } catch {
      if error.code == .invalidParameters { throw error }
      failure = error
    }
    let what = action == "add" ? "the review can't be kept" : "the reviews can't be read"
    throw Failure(
      .failed, "no_notes", "\(what): \(failure.message)",
      details: ["missing": ["Notes": ["reason": .text(failure.reason), "message": .text(failure.message)]]])
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Review.register(host, registration)
}
