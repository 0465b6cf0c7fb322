/// A thought about a book.
public struct LoggedNote: Sendable, Equatable {
  public let id: Int
  public let book: Int
  public let page: Int?
  /// Seconds since 1970.
  public let time: Int
  /// What sort of note it is: `note`, or what a component that keeps its things here calls them.
  public let kind: String
  public let text: String

  public init(id: Int, book: Int, page: Int?, time: Int, kind: String, text: String) {
    self.id = id
    self.book = book
    self.page = page
    self.time = time
    self.kind = kind
    self.text = text
  }
}
