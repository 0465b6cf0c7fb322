/// The imports of a Swift source: what stands in comments and strings is none.
struct SwiftImports {
  private(set) var found: [(module: String, line: Int)] = []
  private var text: Substring.UnicodeScalarView
  private var line = 1
  private var words: [String] = []

  init(_ source: String) {
    text = Substring(source).unicodeScalars
    while let scalar = text.first {
      if starts(with: "//") {
        skip { $0 != "\n" }
      } else if starts(with: "/*") {
        skipComment()
      } else if scalar == "\"" || scalar == "#" {
        skipString()
      } else if scalar == "`" {
        advance()
        take(word { $0 != "`" && $0 != "\n" }, isQuoted: true)
        if !text.isEmpty { advance() }
      } else if scalar.isWord {
        take(word(while: \.isWord))
      } else {
        if !scalar.properties.isWhitespace { take(String(scalar)) }
        advance()
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
    if before.popLast() == "import", ![".", "(", ","].contains(before.last) { found.append((word, line)) }
  }

  private mutating func word(while goesOn: (Unicode.Scalar) -> Bool) -> String {
    var word = ""
    while let scalar = text.first, goesOn(scalar) {
      word.unicodeScalars.append(scalar)
      advance()
    }
    return word
  }

  private mutating func advance() {
    if text.removeFirst() == "\n" { line += 1 }
  }

  private mutating func skip(while goesOn: (Unicode.Scalar) -> Bool) {
    while let scalar = text.first, goesOn(scalar) { advance() }
  }

  private func starts(with mark: String) -> Bool { text.starts(with: mark.unicodeScalars) }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        advance()
      } else if starts(with: "*/") {
        depth -= 1
        advance()
      }
      if text.isEmpty { return }
      advance()
    } while depth > 0
  }

  // Also what is put into a string, `\(…)`: there are no imports in it.
  private mutating func skipString() {
    let hashes = String(String.UnicodeScalarView(text.prefix { $0 == "#" }))
    for _ in hashes.unicodeScalars { advance() }
    guard text.first == "\"" else { return }
    let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    for _ in quote.unicodeScalars { advance() }
    while !text.isEmpty {
      if starts(with: "\\" + hashes) {
        for _ in 0...hashes.unicodeScalars.count where !text.isEmpty { advance() }
        if text.first == "(" { skipInterpolation() } else if !text.isEmpty { advance() }
      } else if starts(with: quote + hashes) {
        for _ in (quote + hashes).unicodeScalars { advance() }
        return
      } else if text.first == "\n", quote == "\"" {
        return
      } else {
        advance()
      }
    }
  }

  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      if text.first == "\"" || text.first == "#" {
        skipString()
        continue
      }
      if text.first == "(" { depth += 1 } else if text.first == ")" { depth -= 1 }
      advance()
    } while depth > 0 && !text.isEmpty
  }
}

extension Unicode.Scalar {
  fileprivate var isWord: Bool { self == "_" || properties.isXIDContinue }
}
