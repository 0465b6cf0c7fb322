/// The imports of a Swift source: what stands in comments and texts is none.
struct SwiftImports {
  private(set) var found: [(module: String, line: Int)] = []
  private var source: SourceText
  private var words: [String] = []

  init(_ source: String) {
    self.source = SourceText(source, .swift)
    while let scalar = self.source.rest.first {
      if self.source.skipComment() || self.source.skipText() { continue }
      if scalar == "`" {
        self.source.advance()
        take(word { $0 != "`" && $0 != "\n" }, isQuoted: true)
        if !self.source.rest.isEmpty { self.source.advance() }
      } else if scalar.isWord {
        take(word(while: \.isWord))
      } else {
        if !scalar.properties.isWhitespace { take(String(scalar)) }
        self.source.advance()
      }
    }
  }

  private static let kinds: Set = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor"]

  // A module is the word behind `import`, or behind `import struct` and the like.
  private mutating func take(_ word: String, isQuoted: Bool = false) {
    defer { words = words.suffix(2) + [isQuoted ? "" : word] }
    let isWord = isQuoted || word.unicodeScalars.first?.isWord == true
    guard isWord, isQuoted || !SwiftImports.kinds.contains(word) else { return }
    var before = words[...]
    if let kind = before.last, SwiftImports.kinds.contains(kind) { before.removeLast() }
    // `import` is a keyword: elsewhere it is a member, a label or stands between backticks.
    if before.popLast() == "import", ![".", "(", ","].contains(before.last) { found.append((word, source.line)) }
  }

  private mutating func word(while goesOn: (Unicode.Scalar) -> Bool) -> String {
    var word = ""
    while let scalar = source.rest.first, goesOn(scalar) {
      word.unicodeScalars.append(scalar)
      source.advance()
    }
    return word
  }
}

extension Unicode.Scalar {
  fileprivate var isWord: Bool { self == "_" || properties.isXIDContinue }
}
