/// Where a message is sent to: tokens between dots.
///
/// What is in it can be written into a line of the protocol as it is: no token is empty, and none has spaces, controls or
/// a wildcard.
struct Subject: Hashable, Sendable, CustomStringConvertible {
  let text: String

  /// How long one may be, in bytes: a line of the protocol has place for two of them, and for numbers.
  static let limit = 2000

  /// Nil for what is none.
  init?(_ text: String) {
    guard Subject.isValid(text.utf8, wildcards: false) else { return nil }
    self.text = text
  }

  var description: String { text }

  /// The same with one more token behind it, or several; nil where they are none.
  func appending(_ tokens: String) -> Subject? { Subject("\(text).\(tokens)") }

  // A token that is a wildcard stands for any other, or as the last one for all that follow.
  static func isValid(_ text: some Collection<UInt8>, wildcards: Bool) -> Bool {
    guard !text.isEmpty, text.count <= limit else { return false }
    var isFirst = true
    var isWild = false
    var isEnd = false
    for byte in text {
      if isEnd { return false }
      if byte == UInt8(ascii: ".") {
        if isFirst { return false }
        (isFirst, isWild) = (true, false)
        continue
      }
      // A wildcard is a token of its own.
      if isWild { return false }
      switch byte {
      case 0...0x20, 0x7F...0xFF: return false
      case UInt8(ascii: "*"), UInt8(ascii: ">"):
        guard wildcards, isFirst else { return false }
        (isWild, isEnd) = (true, byte == UInt8(ascii: ">"))
      default: break
      }
      isFirst = false
    }
    return !isFirst
  }
}

/// What a subscription is for: a subject in which tokens may be wildcards.
struct SubjectPattern: Hashable, Sendable, CustomStringConvertible {
  let text: String

  /// Nil for what is none.
  init?(_ text: String) {
    guard Subject.isValid(text.utf8, wildcards: true) else { return nil }
    self.text = text
  }

  var description: String { text }
}
