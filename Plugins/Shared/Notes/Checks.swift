import ComponentKit

// What is asked of parameters beyond their types.

/// A book or a page: a number from 1 on.
func check(_ name: String, _ number: Int) throws(Failure) {
  if number >= 1 { return }
  throw Failure(.invalidParameters, "out_of_range", "the parameter '\(name)' must be 1 or more, not \(number)")
}

/// A thought: not empty, and not a book of its own.
func check(thought text: String) throws(Failure) {
  let limit = 64 << 10
  if text.allSatisfy(\.isWhitespace) {
    throw Failure(.invalidParameters, "empty_text", "the parameter 'text' must not be empty")
  }
  if text.utf8.count > limit {
    throw Failure(
      .invalidParameters, "text_too_long",
      "the parameter 'text' has \(text.utf8.count) bytes; a thought has at most \(limit)")
  }
}

/// What sort of note is meant: a short word.
func check(kind: String) throws(Failure) {
  if (1...32).contains(kind.utf8.count), kind.allSatisfy({ $0.isASCII && $0.isLetter }) { return }
  throw Failure(.invalidParameters, "bad_kind", "the parameter 'kind' must be a word of at most 32 letters")
}
