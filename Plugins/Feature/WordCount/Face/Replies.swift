/// How long a text is.
public struct Counts: Codable, Sendable, Equatable {
  public var words: Int
  public var lines: Int
  public var characters: Int

  public init(words: Int, lines: Int, characters: Int) {
    self.words = words
    self.lines = lines
    self.characters = characters
  }
}

/// How often a word occurs.
public struct Frequency: Codable, Sendable, Equatable {
  public var word: String
  public var count: Int

  public init(word: String, count: Int) {
    self.word = word
    self.count = count
  }
}
