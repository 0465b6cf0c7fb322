/// What a reader thinks of a book.
public struct Opinion: Codable, Sendable, Equatable {
  public var id: Int
  /// From 1 to 5.
  public var stars: Int
  public var text: String
  /// Seconds since 1970.
  public var time: Int

  public init(id: Int, stars: Int, text: String, time: Int) {
    self.id = id
    self.stars = stars
    self.text = text
    self.time = time
  }
}

/// A review that is kept now.
public struct AddedReview: Codable, Sendable, Equatable {
  public var id: Int
  public var book: Int
  public var stars: Int
  public var text: String

  public init(id: Int, book: Int, stars: Int, text: String) {
    self.id = id
    self.book = book
    self.stars = stars
    self.text = text
  }
}

/// How readers like a book.
public struct StarAverage: Codable, Sendable, Equatable {
  /// Nil where there is no review.
  public var stars: Double?
  /// Of how many reviews.
  public var count: Int

  public init(stars: Double?, count: Int) {
    self.stars = stars
    self.count = count
  }
}
