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
      let book = try ask(request.id) { library throws(Failure) in try library.book(id: request.id) }
      let isFramed = call.hints["framed"]?.bool ?? true
      return Cover.draw(title: book.title, author: book.author, isFramed: isFramed)
    }
    on(ReadBack.self) { request in try back(request.id) }
    on(OpenInside.self) { request in try open(request.id, request.page) }
  }

  // app://BookDetail/books/42
  var paths: [Path] { [Path("/books/:id<int>", TellFacts.action)] }

  // BookDetail_cover, with a frame unless the caller has one of its own.
  var keys: [Key] { [Key("cover", DrawCover.action, hints: ["framed": true])] }

  private func facts(_ id: Int) throws(Failure) -> BookFacts {
    let book = try ask(id) { library throws(Failure) in try library.book(id: id) }
    let text = try ask(id) { library throws(Failure) in try library.text(id: id) }
    var missing: [String: Missing] = [:]
    let words: Int
    do throws(Failure) {
      words = try mediator.wordCount.count(text: text).words
    } catch {
      words = text.split(whereSeparator: \.isWhitespace).count
      missing["WordCount"] = Missing(error)
      missing["WordCount"]?.message += "; the number of words is an estimate"
    }
    return BookFacts(
      id: id, year: book.year, words: words, minutes: max(1, (words + Self.readingSpeed - 1) / Self.readingSpeed),
      summary: book.summary, missing: missing)
  }

  private func back(_ id: Int) throws(Failure) -> String {
    let facts = try facts(id)
    var lines = [
      facts.summary, "", "\(facts.missing.isEmpty ? "" : "about ")\(facts.words) words, \(facts.minutes) minutes",
    ]
    do throws(Failure) {
      lines += try mediator.notes.list(book: id).map { "- \($0.text)" }
    } catch {
      lines.append("(what readers have noted is not known: \(error.message))")
    }
    return lines.joined(separator: "\n")
  }

  // The volume is Library's: it is only handed on.
  private func open(_ id: Int, _ page: Int?) throws(Failure) -> String {
    let volume = try ask(id) { library throws(Failure) in try library.lend(id: id) }
    do throws(Failure) {
      return try reader.show(volume: volume, page: page, turned: nil)
    } catch {
      // What the Reader itself says of a page is the answer.
      if error.reason == "no_such_page" { throw error }
      throw Failure("no_reader", "the book \(id) can't be opened", without: "Reader", because: error)
    }
  }

  // Asks Library; without it nothing can be said about a book.
  private func ask<T>(_ id: Int, _ question: (LibraryCalls) throws(Failure) -> T) throws(Failure) -> T {
    do throws(Failure) {
      return try question(mediator.library)
    } catch {
      if error.reason == "no_such_book" { throw error }
      throw Failure("no_library", "nothing is known about the book \(id)", without: "Library", because: error)
    }
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  BookDetail.register(host, registration)
}
