/// What has become of the books between two looks, by their ids.
public struct ShelfChange: Sendable, Equatable {
  public let added: [Int]
  public let removed: [Int]
  /// Those of which anything is another: the title, the text.
  public let changed: [Int]

  /// Nil where all is as it was.
  public init?(from old: Shelf, to new: Shelf) {
    added = new.books.filter { old[$0.id] == nil }.map(\.id)
    removed = old.books.filter { new[$0.id] == nil }.map(\.id)
    changed = new.books.filter { book in old[book.id].map { $0 != book } ?? false }.map(\.id)
    if added.isEmpty, removed.isEmpty, changed.isEmpty { return nil }
  }
}
