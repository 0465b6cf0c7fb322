/// All books, and the files that are none.
public struct Catalogue: Codable, Sendable, Equatable {
  public var books: [Book]
  public var skipped: [SkippedFile]

  public init(books: [Book], skipped: [SkippedFile]) {
    self.books = books
    self.skipped = skipped
  }
}

/// What a book is, without its text.
public struct Book: Codable, Sendable, Equatable {
  public var id: Int
  public var title: String
  public var author: String
  public var year: Int?
  public var summary: String
  /// How many there are.
  public var chapters: Int

  public init(id: Int, title: String, author: String, year: Int?, summary: String, chapters: Int) {
    self.id = id
    self.title = title
    self.author = author
    self.year = year
    self.summary = summary
    self.chapters = chapters
  }
}

/// A file in the books' folder that is no book.
public struct SkippedFile: Codable, Sendable, Equatable {
  public var file: String
  public var reason: String
  public var message: String

  public init(file: String, reason: String, message: String) {
    self.file = file
    self.reason = reason
    self.message = message
  }
}

/// A part of a book.
public struct Chapter: Codable, Sendable, Equatable {
  /// From 1 on.
  public var number: Int
  public var title: String

  public init(number: Int, title: String) {
    self.number = number
    self.title = title
  }
}

/// What a search has found.
public struct SearchResult: Codable, Sendable, Equatable {
  public var books: [SearchHit]
  /// Titles that were perhaps meant, where nothing was found.
  public var suggestions: [String]

  public init(books: [SearchHit], suggestions: [String]) {
    self.books = books
    self.suggestions = suggestions
  }
}

/// A book in which something was found.
public struct SearchHit: Codable, Sendable, Equatable {
  /// Where it was found.
  public enum Place: String, Codable, Sendable, CaseIterable {
    case title, author, text
  }

  public var id: Int
  public var title: String
  public var author: String
  public var found: Place
  /// The words around what was found.
  public var excerpt: String

  public init(id: Int, title: String, author: String, found: Place, excerpt: String) {
    self.id = id
    self.title = title
    self.author = author
    self.found = found
    self.excerpt = excerpt
  }
}

/// What is in a volume that was lent.
public struct Volume: Codable, Sendable, Equatable {
  public var id: Int
  public var title: String
  public var author: String
  public var text: String

  public init(id: Int, title: String, author: String, text: String) {
    self.id = id
    self.title = title
    self.author = author
    self.text = text
  }
}
