import ComponentKit

/// What is on the back of a book, and on its front.
struct BookDetail: Component {
  static let summary = "Year, length, reading time, summary and cover of a book"
  static let needs = ["Library", "WordCount"].map { Need($0, optional: true) }

  /// How many words most people read in a minute.
  static let readingSpeed = 230

  let mediator: Mediator

  init(mediator: Mediator) { self.mediator = mediator }

  var actions: [Action] {
    Action("detail", "Year, number of words, minutes to read and summary: id=1") { call in
      try detail(call.int("id"))
    }
    Action("cover", "The book's cover, drawn with letters: id=1") { call in
      let book = try ask("book", call.int("id")) { $0.map }
      return .text(Cover.draw(title: book["title"]?.text ?? "", author: book["author"]?.text ?? ""))
    }
  }

  private func detail(_ id: Int) throws(Failure) -> Value {
    let book = try ask("book", id) { $0.map }
    let text = try ask("text", id) { $0.text }
    var missing: Fields = [:]
    let words: Int
    do throws(Failure) {
      words = try wordCount(text)
    } catch {
      words = text.split(whereSeparator: \.isWhitespace).count
      let message = "\(error.message); the number of words is an estimate"
      missing["WordCount"] = ["reason": .text(error.reason), "message": .text(message)]
    }
    return [
      "id": .int(id),
      "year": book["year"] ?? .null,
      "words": .int(words),
      "minutes": .int(max(1, (words + Self.readingSpeed - 1) / Self.readingSpeed)),
      "summary": book["summary"] ?? .null,
      "missing": .map(missing),
    ]
  }

  private func wordCount(_ text: String) throws(Failure) -> Int {
    guard let words = try mediator.call("WordCount", "count", ["text": .text(text)])["words"]?.int else {
      throw unexpected("WordCount")
    }
    return words
  }

  // Asks Library; without it nothing can be said about a book.
  private func ask<T>(_ action: String, _ id: Int, _ read: (Value) -> T?) throws(Failure) -> T {
    let failure: Failure
    do throws(Failure) {
      if let answer = try read(mediator.call("Library", action, ["id": .int(id)])) { return answer }
      failure = unexpected("Library")
    } catch {
      if error.reason == "no_such_book" { throw error }
      failure = error
    }
    throw Failure(
      .failed, "no_library", "nothing is known about the book \(id): \(failure.message)",
      details: ["missing": ["Library": ["reason": .text(failure.reason), "message": .text(failure.message)]]])
  }

  private func unexpected(_ neighbour: String) -> Failure {
    Failure(.failed, "unexpected_reply", "\(neighbour) replied something else than was asked for")
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  BookDetail.register(host, registration)
}
