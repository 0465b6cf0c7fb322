import ComponentKit

/// The book of a day.
public struct BookOfTheDay: Codable, Sendable, Equatable {
  public var id: Int
  public var title: String
  public var author: String
  /// The day, such as 2024-05-31.
  public var date: String
  /// The average of readers' stars, nil where nobody gave any.
  public var stars: Double?
  /// Neighbours that could not be asked.
  public var missing: [String: Missing]

  public init(id: Int, title: String, author: String, date: String, stars: Double?, missing: [String: Missing]) {
    self.id = id
    self.title = title
    self.author = author
    self.date = date
    self.stars = stars
    self.missing = missing
  }
}

/// Books that are like one, the most like it first.
public struct SimilarBooks: Codable, Sendable, Equatable {
  public struct Book: Codable, Sendable, Equatable {
    public var id: Int
    public var title: String
    public var author: String
    /// How much they are alike, from 0 on.
    public var score: Double
    public var stars: Double?

    public init(id: Int, title: String, author: String, score: Double, stars: Double?) {
      self.id = id
      self.title = title
      self.author = author
      self.score = score
      self.stars = stars
    }
  }

  public var books: [Book]
  public var missing: [String: Missing]

  public init(books: [Book], missing: [String: Missing]) {
    self.books = books
    self.missing = missing
  }
}

/// Books in which words occur, the best liked first.
public struct FoundBooks: Codable, Sendable, Equatable {
  public struct Book: Codable, Sendable, Equatable {
    public var id: Int
    public var title: String
    public var author: String
    /// The words around what was found.
    public var excerpt: String
    public var stars: Double?

    public init(id: Int, title: String, author: String, excerpt: String, stars: Double?) {
      self.id = id
      self.title = title
      self.author = author
      self.excerpt = excerpt
      self.stars = stars
    }
  }

  public var books: [Book]
  public var missing: [String: Missing]
  /// Titles that were perhaps meant, where nothing was found.
  public var suggestions: [String]

  public init(books: [Book], missing: [String: Missing], suggestions: [String]) {
    self.books = books
    self.missing = missing
    self.suggestions = suggestions
  }
}
