import BookDetailFace
import ComponentKit
import LibraryFace
import NotesFace
import ReaderFace
import WordCountFace

/// What is on the back of a book, and on its front.
struct BookDetail: Component {
  static let summary = "Year, length, reading time, summary and cover of a book"
  static let needs = ["Library", "WordCount", "Notes", "Reader"].map { Need($0, optional: true) }

  /// How many words most people read in a minute.
  static let readingSpeed = 230

  let mediator: Mediator
  let reader: any ReaderService

  init(mediator: Mediator) {
    self.mediator = mediator
    reader = mediator.service((any ReaderService).self)
  }

  var actions: [Action] {
    on(TellFacts.self) { request in try facts(request.id) }
    on(DrawCover.self) { request, call in
      let book = try known(request.id, mediator.library.book(id: request.id))
      let isFramed = call.hints["framed"]?.bool ?? true
      return Cover.draw(title: book.title, author: book.author, isFramed: isFramed)
    }
    on(ReadBack.self) { request in try back(request.id) }
    on(OpenInside.self) { request in try open(request.id, request.page) }
  }

  // app://BookDetail/books/1
  var paths: [Path] { [Path("/books/:id<int>", TellFacts.action)] }

  // BookDetail_cover, with a frame unless the caller has one of its own.
  var keys: [Key] { [Key("cover", DrawCover.action, hints: ["framed": true])] }

  private func facts(_ id: Int) throws(Failure) -> BookFacts {
    let book = try known(id, mediator.library.book(id: id))
    let text = try known(id, mediator.library.text(id: id))
    var missing: [String: Missing] = [:]
    let counted = try Neighbour.wordCount.ifThere(mediator.wordCount.count(text: text).words, noting: &missing)
    missing["WordCount"]?.message += "; the number of words is an estimate"
    let words = counted ?? text.split(whereSeparator: \.isWhitespace).count
    return BookFacts(
      id: id, year: book.year, words: words, minutes: max(1, (words + Self.readingSpeed - 1) / Self.readingSpeed),
      summary: book.summary, missing: missing)
  }

  private func back(_ id: Int) throws(Failure) -> String {
    let facts = try facts(id)
    var lines = [
      facts.summary, "", "\(facts.missing.isEmpty ? "" : "about ")\(facts.words) words, \(facts.minutes) minutes",
    ]
    var missing: [String: Missing] = [:]
    lines += try Neighbour.notes.ifThere(mediator.notes.list(book: id), noting: &missing)?.map { "- \($0.text)" } ?? []
    if let why = missing["Notes"] { lines.append("(what readers have noted is not known: \(why.message))") }
    return lines.joined(separator: "\n")
  }

  // The volume is Library's: it is only handed on.
  private func open(_ id: Int, _ page: Int?) throws(Failure) -> String {
    let volume = try known(id, mediator.library.lend(id: id))
    return try Neighbour.reader.needed(
      reader.show(volume: volume, page: page, turned: nil), or: "the book \(id) can't be opened")
  }

  // What Library says of a book; without it nothing can be said.
  private func known<T>(_ id: Int, _ answer: @autoclosure () throws(Failure) -> T) throws(Failure) -> T {
    try Neighbour.library.needed(answer(), or: "nothing is known about the book \(id)")
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  BookDetail.register(host, registration)
}
