import ComponentKit
import LibraryFace
import LibraryShelf

/// A book that was lent, as it was then.
final class Lent: Sendable {
  let book: LibraryShelf.Book

  init(_ book: LibraryShelf.Book) { self.book = book }
}

extension ReadVolume {
  func read() throws(Failure) -> Volume {
    guard let book = volume.as(Lent.self)?.book else {
      throw Failure(
        .invalidParameters, "no_volume", "the parameter 'volume' must be what Library.lend gave, not \(volume.type)")
    }
    return Volume(id: book.id, title: book.title, author: book.author, text: book.text)
  }
}
