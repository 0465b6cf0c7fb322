import LibraryFace
import LibraryShelf

// What is on the shelf, as the face tells it.

extension Catalogue {
  init(_ shelf: Shelf) {
    self.init(
      books: shelf.books.map { Book($0) },
      skipped: shelf.skipped.map { SkippedFile(file: $0.file, reason: $0.fault.reason, message: $0.fault.message) })
  }
}

extension LibraryFace.Book {
  init(_ book: LibraryShelf.Book) {
    self.init(
      id: book.id, title: book.title, author: book.author, year: book.year, summary: book.summary,
      chapters: book.chapters.count)
  }
}

extension LibraryShelf.Book {
  var numberedChapters: [LibraryFace.Chapter] {
    chapters.enumerated().map { LibraryFace.Chapter(number: $0 + 1, title: $1.title) }
  }
}

extension SearchHit {
  init(_ hit: Hit) {
    let place: Place =
      switch hit.place {
      case .title: .title
      case .author: .author
      case .text: .text
      }
    self.init(id: hit.book.id, title: hit.book.title, author: hit.book.author, found: place, excerpt: hit.excerpt)
  }
}
