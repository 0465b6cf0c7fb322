import ComponentKit
import LibraryShelf

/// The books: text files in a folder.
///
/// The folder is `HOST_BOOKS` in the environment, or else `Books` beside the component.
struct Library: Component {
  static let summary = "The books, from text files in a folder"

  let bookcase: Bookcase

  init(mediator: Mediator) {
    bookcase = Bookcase(folder: environment("HOST_BOOKS") ?? "\(mediator.directory)/Books")
  }

  var actions: [Action] {
    Action("list", "All books, and the files that are none") { _ in
      let shelf = try shelf()
      return [
        "books": .list(shelf.books.map(\.asValue)),
        "skipped": .list(shelf.skipped.map(skippedValue)),
      ]
    }
    Action("book", "What is known about a book: id=1, or title=...") { call in try book(call).asValue }
    Action("text", "The whole text of a book, or of one chapter: id=1 [chapter=2]") { call in
      let book = try book(call)
      return .text(call.has("chapter") ? try chapter(call.int("chapter"), of: book).text : book.text)
    }
    Action("chapters", "The chapters of a book: id=1") { call in
      let chapters = try book(call).chapters
      return .list(chapters.enumerated().map { ["number": .int($0 + 1), "title": .text($1.title)] })
    }
    Action("search", "Books in which words occur: query=...") { call in
      let query = try call.text("query")
      let shelf = try shelf()
      let hits = shelf.search(query)
      return [
        "books": .list(hits.map(\.asValue)),
        "suggestions": .list(hits.isEmpty ? shelf.titles(near: query).map(Value.text) : []),
      ]
    }
  }

  private func shelf() throws(Failure) -> Shelf {
    do throws(BookFault) {
      return try bookcase.shelf()
    } catch {
      var why = error.message
      if case .unreadable(let words) = error { why = words }
      throw Failure(
        .failed, "no_books_folder",
        "the folder of the books can't be read: \(bookcase.folder): \(why); HOST_BOOKS may name another",
        details: ["folder": .text(bookcase.folder)])
    }
  }

  private func book(_ call: borrowing Call) throws(Failure) -> Book {
    let shelf = try shelf()
    if !call.has("id"), call.has("title") {
      let title = try call.text("title")
      if let book = shelf.book(titled: title) { return book }
      throw Failure(
        .failed, "no_such_book", "there is no book with the title '\(title)'",
        details: ["suggestions": .list(shelf.titles(near: title).map(Value.text))])
    }
    let id = try call.int("id")
    if let book = shelf[id] { return book }
    throw Failure(.failed, "no_such_book", "there is no book \(id)", details: ["id": .int(id)])
  }

  private func chapter(_ number: Int, of book: Book) throws(Failure) -> Book.Chapter {
    if book.chapters.indices.contains(number - 1) { return book.chapters[number - 1] }
    throw Failure(
      .failed, "no_such_chapter", "'\(book.title)' has no chapter \(number); it has \(book.chapters.count) of them")
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Library.register(host, registration)
}
