import ComponentKit

/// A request to WordCount, which is written in C: its table of actions says the same.
public protocol WordCountRequest: Request {}

extension WordCountRequest {
  public static var target: String { "WordCount" }
  public static var isRemote: Bool { true }
  public static var reads: Bool { true }
}

public struct CountText: WordCountRequest {
  public static let action = "count"
  public static let summary = "Counts words, lines and characters"
  public static let tellsProgress = true
  @Parameter("what is counted") public var text: String
  public typealias Reply = Counts
  public init() {}
  public init(text: String) { self.text = text }
}

public struct CountBook: WordCountRequest {
  public static let action = "countBook"
  public static let summary = "Counts those of a book of Library"
  public static let tellsProgress = true
  @Parameter("the book's number") public var id: Int
  public typealias Reply = Counts
  public init() {}
  public init(id: Int) { self.id = id }
}

public struct ListTopWords: WordCountRequest {
  public static let action = "top"
  public static let summary = "Finds the most frequent words"
  @Parameter("what is counted") public var text: String
  @Parameter("how many words, from 1 to 1000") public var n = 10
  public typealias Reply = [Frequency]
  public init() {}
  public init(text: String, n: Int? = nil) {
    self.text = text
    if let n { self.n = n }
  }
}
