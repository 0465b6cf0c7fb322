/// The names that sources declare, be it as a function, a type, a field, a parameter's label or a macro: what stands in
/// comments and strings, or is only used, is none of them.
struct DeclaredWords {
  enum Language { case swift, c, rust }

  private(set) var words: Set<Substring> = []

  /// Identifiers, and signs one by one.
  private var tokens: [Substring] = []

  init(_ source: String, _ language: Language) {
    read(source)
    switch language {
    case .swift: declareSwift()
    case .c: declareC()
    case .rust: declareRust()
    }
  }

  // MARK: tokens

  private mutating func read(_ source: String) {
    let bytes = Array(source.utf8)
    let text = Substring(source)
    func isWord(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
    func has(_ sign: StaticString, at place: Int) -> Bool {
      place + sign.utf8CodeUnitCount <= bytes.count
        && (0..<sign.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == sign.utf8Start[$0] }
    }
    func end(of sign: StaticString, from place: Int) -> Int {
      (place..<bytes.count).first { has(sign, at: $0) }.map { $0 + sign.utf8CodeUnitCount } ?? bytes.count
    }
    func add(_ range: Range<Int>) {
      let utf8 = text.utf8
      let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
      tokens.append(text[start..<utf8.index(start, offsetBy: range.count)])
    }
    var at = 0
    while at < bytes.count {
      if has("//", at: at) {
        at = end(of: "\n", from: at)
      } else if has("/*", at: at) {
        at = end(of: "*/", from: at)
      } else if has("\"\"\"", at: at) {
        at = end(of: "\"\"\"", from: at + 3)
      } else if bytes[at] == UInt8(ascii: "\"") {
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\n") {
          at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        at += 1
      } else if has("'\"'", at: at) || has("'\\\"'", at: at) {
        // A character that would begin a string.
        at = end(of: "'", from: at + 2)
      } else if isWord(bytes[at]) {
        let start = at
        while at < bytes.count, isWord(bytes[at]) { at += 1 }
        add(start..<at)
      } else {
        if bytes[at] > 0x20, bytes[at] < 0x7F { add(at..<at + 1) }
        at += 1
      }
    }
  }

  private func token(_ place: Int) -> Substring { tokens.indices.contains(place) ? tokens[place] : "" }

  private mutating func declare(_ word: Substring) {
    let others: Set<Substring> = ["_", "fn", "const", "noexcept", "override"]
    if let first = word.utf8.first, first > UInt8(ascii: "9"), !others.contains(word) { words.insert(word) }
  }

  // MARK: languages

  private mutating func declareSwift() {
    let keywords: Set<Substring> = [
      "func", "var", "let", "struct", "class", "enum", "protocol", "case", "typealias", "actor",
    ]
    for place in tokens.indices {
      if keywords.contains(tokens[place]) { declare(token(place + 1) == "`" ? token(place + 2) : token(place + 1)) }
      if tokens[place] == "func" || tokens[place] == "init" { declareLabels(behind: place) }
    }
  }

  private mutating func declareLabels(behind place: Int) {
    guard var at = (place..<min(place + 40, tokens.count)).first(where: { tokens[$0] == "(" }) else { return }
    var depth = 0
    repeat {
      depth += tokens[at] == "(" ? 1 : tokens[at] == ")" ? -1 : 0
      if depth == 1, tokens[at] == "(" || tokens[at] == "," {
        if token(at + 2) == ":" || token(at + 3) == ":" { declare(token(at + 1)) }
      }
      at += 1
    } while depth > 0 && at < tokens.count
  }

  private mutating func declareRust() {
    let keywords: Set<Substring> = ["fn", "struct", "enum", "trait", "const", "static", "type"]
    for place in tokens.indices {
      if keywords.contains(tokens[place]) { declare(token(place + 1)) }
      if tokens[place] == "macro_rules" { declare(token(place + 2)) }
      if tokens[place] == "pub", token(place + 2) == ":" { declare(token(place + 1)) }
    }
  }

  /// C and C++: what stands in the braces of a class is a member, as long as it is in no parentheses.
  private mutating func declareC() {
    var braces: [Bool] = []
    var parentheses = 0
    var header: [Substring] = []
    for place in tokens.indices {
      let (word, next) = (tokens[place], token(place + 1))
      switch word {
      case "{":
        let start = header.lastIndex { ["struct", "class", "union"].contains($0) }
        braces.append(start.map { !header[$0...].contains("(") && !header[$0...].contains(")") } ?? false)
      case "}": _ = braces.popLast()
      case "(": parentheses += 1
      case ")": parentheses -= 1
      case "define" where token(place - 1) == "#": declare(next)
      case "inline" where token(place - 1) == "static":
        if let name = (place..<tokens.count).first(where: { token($0 + 1) == "(" }) { declare(token(name)) }
      default: break
      }
      if word == "struct" || word == "class" || word == "using" { declare(next) }
      if token(place - 1) == "}", next == ";" { declare(word) }
      if braces.last == true {
        let isNamed = ["(", "=", ",", ";", "{", "COMPONENT_DEFAULT"].contains(next) && token(place + 2) != "*"
        if parentheses == 0, isNamed, token(place - 1) != "=" { declare(word) }
        // A function's pointer.
        if next == ")", token(place + 2) == "(" { declare(word) }
      }
      if ["{", "}", ";"].contains(word) { header = [] } else { header.append(word) }
    }
  }
}
