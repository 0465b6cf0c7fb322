import ComponentKit

/// What is on the back of a book.
public struct BookFacts: Codable, Sendable, Equatable {
  public var id: Int
  public var year: Int?
  public var words: Int
  /// How long most people read.
  public var minutes: Int
  public var summary: String
  /// Neighbours without which something is an estimate.
  public var missing: [String: Missing]

  public init(id: Int, year: Int?, words: Int, minutes: Int, summary: String, missing: [String: Missing] = [:]) {
    self.id = id
    self.year = year
    self.words = words
    self.minutes = minutes
    self.summary = summary
    self.missing = missing
  }
}
