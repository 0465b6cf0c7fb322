import ComponentKit

extension Call {
  /// An int of at least one: a book's id, a page.
  func positive(_ name: String) throws(Failure) -> Int {
    let number = try int(name)
    if number >= 1 { return number }
    throw Failure(.invalidParameters, "out_of_range", "the parameter '\(name)' must be 1 or more, not \(number)")
  }

  /// A text that is not empty and not a book of its own.
  func thought(_ name: String) throws(Failure) -> String {
    let limit = 64 << 10
    let text = try text(name)
    if text.allSatisfy(\.isWhitespace) {
      throw Failure(.invalidParameters, "empty_text", "the parameter '\(name)' must not be empty")
    }
    if text.utf8.count > limit {
      throw Failure(
        .invalidParameters, "text_too_long",
        "the parameter '\(name)' has \(text.utf8.count) bytes; a thought has at most \(limit)")
    }
    return text
  }

  /// What sort of note is meant: a short word.
  func kind() throws(Failure) -> String {
    let kind = try text("kind", default: "note")
    if (1...32).contains(kind.utf8.count), kind.allSatisfy({ $0.isASCII && $0.isLetter }) { return kind }
    throw Failure(.invalidParameters, "bad_kind", "the parameter 'kind' must be a word of at most 32 letters")
  }
}
