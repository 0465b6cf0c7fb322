/// A source that is read from its beginning: it knows what comments and texts are.
struct SourceText {
  enum Language { case swift, c }

  private(set) var rest: Substring.UnicodeScalarView
  private(set) var line = 1
  private let language: Language

  init(_ source: String, _ language: Language) {
    rest = Substring(source).unicodeScalars
    self.language = language
  }

  mutating func advance() {
    if rest.removeFirst() == "\n" { line += 1 }
  }

  mutating func skip(while goesOn: (Unicode.Scalar) -> Bool) {
    while let scalar = rest.first, goesOn(scalar) { advance() }
  }

  private func starts(with mark: String) -> Bool { rest.starts(with: mark.unicodeScalars) }

  /// Skips the comment that begins here; false where none does.
  mutating func skipComment() -> Bool {
    if starts(with: "//") {
      skip { $0 != "\n" }
      return true
    }
    guard starts(with: "/*") else { return false }
    var depth = 0
    repeat {
      // Those of C don't lie within each other.
      if starts(with: "/*"), language == .swift || depth == 0 {
        depth += 1
        advance()
      } else if starts(with: "*/") {
        depth -= 1
        advance()
      }
      if rest.isEmpty { return true }
      advance()
    } while depth > 0
    return true
  }

  /// Skips the text that begins here, with what is put into it, `\(…)`; false where none does. In Swift a `#` is taken for
  /// the beginning of one, in C a character is.
  mutating func skipText() -> Bool {
    switch (language, rest.first) {
    case (.swift, "#"), (_, "\""): break
    case (.c, "'"):
      skipText(to: "'", behind: "\\")
      return true
    default: return false
    }
    let hashes = String(String.UnicodeScalarView(rest.prefix { $0 == "#" }))
    for _ in hashes.unicodeScalars { advance() }
    guard rest.first == "\"" else { return true }
    let quote = language == .swift && starts(with: "\"\"\"") ? "\"\"\"" : "\""
    skipText(to: quote + hashes, behind: "\\" + hashes)
    return true
  }

  private mutating func skipText(to end: String, behind escape: String) {
    let isLong = end.hasPrefix("\"\"\"")
    for _ in (isLong ? "\"\"\"" : "\"").unicodeScalars { advance() }
    while !rest.isEmpty {
      if starts(with: escape) {
        for _ in escape.unicodeScalars { advance() }
        if language == .swift, rest.first == "(" { skipInsertion() } else if !rest.isEmpty { advance() }
      } else if starts(with: end) {
        for _ in end.unicodeScalars { advance() }
        return
      } else if rest.first == "\n", !isLong {
        return
      } else {
        advance()
      }
    }
  }

  private mutating func skipInsertion() {
    var depth = 0
    repeat {
      if skipText() { continue }
      if rest.first == "(" { depth += 1 } else if rest.first == ")" { depth -= 1 }
      advance()
    } while depth > 0 && !rest.isEmpty
  }
}
