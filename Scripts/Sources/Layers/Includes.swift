/// The files that a C or C++ source includes; what stands in comments counts for nothing.
struct Includes {
  private(set) var found: [(path: String, line: Int)] = []

  init(_ source: String) {
    var isInComment = false
    // A CR and LF is one character.
    for (index, line) in source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let code = Includes.code(of: line, &isInComment).drop(while: \.isWhitespace)
      guard code.first == "#" else { continue }
      let directive = code.dropFirst().drop(while: \.isWhitespace)
      guard let word = ["include_next", "include", "import"].first(where: { directive.hasPrefix($0) }) else { continue }
      let rest = directive.dropFirst(word.count).drop(while: \.isWhitespace)
      guard let open = rest.first, open == "\"" || open == "<" else { continue }
      found.append((String(rest.dropFirst().prefix { $0 != (open == "<" ? ">" : "\"") }), index + 1))
    }
  }

  // A line without its comments.
  private static func code(of line: Substring, _ isInComment: inout Bool) -> Substring {
    var code = Substring()
    var rest = line
    var isInText = false
    while let character = rest.first {
      if isInComment {
        isInComment = !rest.hasPrefix("*/")
        rest = rest.dropFirst(isInComment ? 1 : 2)
      } else if !isInText, rest.hasPrefix("//") {
        break
      } else if !isInText, rest.hasPrefix("/*") {
        isInComment = true
        rest = rest.dropFirst(2)
      } else {
        if character == "\"" { isInText.toggle() }
        code.append(character)
        rest = rest.dropFirst()
      }
    }
    return code
  }
}
