import ComponentKit

/// What WordCount can be asked: `try mediator.wordCount.count(text: "a b")`.
public struct WordCountCalls: Sendable {
  let mediator: Mediator
}

extension Mediator {
  /// How long texts are.
  public var wordCount: WordCountCalls { WordCountCalls(mediator: self) }
}

extension Neighbour {
  public static let wordCount = Neighbour("WordCount")
}

extension WordCountCalls {
  /// Counts words, lines and characters.
  @available(*, noasync)
  public func count(text: String) throws(Failure) -> Counts { try mediator.call(CountText(text: text)) }

  /// Counts those of a book of Library.
  @available(*, noasync)
  public func countBook(id: Int) throws(Failure) -> Counts { try mediator.call(CountBook(id: id)) }

  /// Finds the most frequent words.
  @available(*, noasync)
  public func top(text: String, n: Int? = nil) throws(Failure) -> [Frequency] {
    try mediator.call(ListTopWords(text: text, n: n))
  }
}

// The same without keeping the thread.
extension WordCountCalls {
  public func count(text: String) async throws(Failure) -> Counts { try await mediator.call(CountText(text: text)) }

  public func countBook(id: Int) async throws(Failure) -> Counts { try await mediator.call(CountBook(id: id)) }

  public func top(text: String, n: Int? = nil) async throws(Failure) -> [Frequency] {
    try await mediator.call(ListTopWords(text: text, n: n))
  }
}
