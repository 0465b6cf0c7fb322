import BookDetailFace
import ComponentKit
import LibraryFace
import NotesFace
import ReviewFace

/// What the neighbours know about a book. Where one can't answer, its part is nil, and `missing` says why.
public struct Detail: Codable, Sendable, Equatable {
  public var id: Int
  public var title: String?
  public var author: String?
  public var detail: BookFacts?
  public var notes: [Note]?
  /// By the neighbours' names.
  public var missing: [String: Missing]

  public init(
    id: Int, title: String?, author: String?, detail: BookFacts?, notes: [Note]?, missing: [String: Missing]
  ) {
    self.id = id
    self.title = title
    self.author = author
    self.detail = detail
    self.notes = notes
    self.missing = missing
  }
}

/// All that can be found out about a book. Where a neighbour can't answer, its part is nil, and `missing` says why.
public struct Overview: Codable, Sendable, Equatable {
  public var id: Int
  public var book: Book?
  public var chapters: [Chapter]?
  public var detail: BookFacts?
  public var stars: StarAverage?
  /// How many there are.
  public var notes: Int?
  /// By the neighbours' names.
  public var missing: [String: Missing]

  public init(
    id: Int, book: Book?, chapters: [Chapter]?, detail: BookFacts?, stars: StarAverage?, notes: Int?,
    missing: [String: Missing]
  ) {
    self.id = id
    self.book = book
    self.chapters = chapters
    self.detail = detail
    self.stars = stars
    self.notes = notes
    self.missing = missing
  }
}

/// How large a page is.
public struct PageSize: Codable, Sendable, Equatable {
  public var columns: Int
  public var lines: Int

  public init(columns: Int, lines: Int) {
    self.columns = columns
    self.lines = lines
  }
}
