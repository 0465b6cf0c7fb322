import ComponentKit
import LibraryFace
import LibraryShelf

/// The books: text files in a folder.
///
/// The folder is `HOST_BOOKS` in the environment, or else `Books` beside the component.
struct Library: Component {
  static let summary = "The books, from text files in a folder"

  let bookcase: Bookcase

  init(mediator: Mediator) {
    bookcase = Bookcase(folder: environment("HOST_BOOKS") ?? "\(mediator.directory)/Books") { change in
      do throws(Failure) {
        try mediator.publish(
          LibraryChanged(added: change.added, removed: change.removed, changed: change.changed))
      } catch {
        mediator.log(.warning, error.message)
      }
    }
  }

  var events: [EventDeclaration] { EventDeclaration(LibraryChanged.self) }

  var actions: [Action] {
    on(ListBooks.self) { _ in Catalogue(try shelf()) }
    on(FindBook.self) { request in LibraryFace.Book(try request.book(on: shelf())) }
    on(ReadText.self) { request in
      let book = try shelf().book(request.id)
      return try request.chapter.map { try book.chapter($0).text } ?? book.text
    }
    on(ListChapters.self) { request in try shelf().book(request.id).numberedChapters }
    on(SearchBooks.self) { request in
      let shelf = try shelf()
      let hits = shelf.search(request.query)
      return SearchResult(
        books: hits.map(SearchHit.init), suggestions: hits.isEmpty ? shelf.titles(near: request.query) : [])
    }
    on(LendBook.self) { request in Object(Lent(try shelf().book(request.id))) }
    on(ReadVolume.self) { request in try request.read() }
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
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Library.register(host, registration)
}
