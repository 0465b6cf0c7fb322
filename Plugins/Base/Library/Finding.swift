import ComponentKit
import LibraryFace
import LibraryShelf

// How books and chapters are found, and what is said where there is none.

extension FindBook {
  func book(on shelf: Shelf) throws(Failure) -> LibraryShelf.Book {
    if let id { return try shelf.book(id) }
    if let title { return try shelf.book(title) }
    throw Failure(.invalidParameters, "missing_parameter", "say which book: id=... or title=...")
  }
}

extension Shelf {
  func book(_ id: Int) throws(Failure) -> LibraryShelf.Book {
    if let book = self[id] { return book }
    throw Failure(.failed, "no_such_book", "there is no book \(id)", details: ["id": .int(id)])
  }

  func book(_ title: String) throws(Failure) -> LibraryShelf.Book {
    if let book = book(titled: title) { return book }
    throw Failure(
      .failed, "no_such_book", "there is no book with the title '\(title)'",
      details: ["suggestions": .list(titles(near: title).map(Value.text))])
  }
}

extension LibraryShelf.Book {
  func chapter(_ number: Int) throws(Failure) -> LibraryShelf.Book.Chapter {
    if chapters.indices.contains(number - 1) { return chapters[number - 1] }
    throw Failure(
      .failed, "no_such_chapter", "'\(title)' has no chapter \(number); it has \(chapters.count) of them")
  }
}
