/// A command line, a URL or a map key that some text of the repository shows to its readers.
struct Example: Sendable, Hashable, CustomStringConvertible {
  /// Where it stands: a file, or `host help call`.
  let place: String
  let text: String

  var description: String { "\(place): \(text)" }

  /// What a shell runs to see whether it is true; nil for what is only a form.
  var command: String? {
    if text.contains("://") && !text.hasPrefix("host ") { return "host open '\(text)' --dry-run" }
    if !text.contains(" ") && text.contains("_") {
      let target = text.prefix { $0 != "_" }
      return "host describe \(target) --json | grep -qF '\"key\":\"\(text)\"'"
    }
    let words = text.split(separator: " ")
    // A command in passing, `host list`, is one that there is.
    if words.count == 2, words[0] == "host", words[1].first != "-" { return "host help \(words[1])" }
    return Example.isForm(words) ? nil : text
  }

  // `host COMMAND --help`, `host inspect FILE.so`.
  private static func isForm(_ words: [Substring]) -> Bool {
    words.contains { word in word.split(whereSeparator: { !$0.isUppercase }).contains { $0.count > 2 } }
  }
}

extension Example {
  /// The lines below EXAMPLE, EXAMPLES and INSTALL in what `host help` prints, a block of them each.
  static func blocks(ofHelp page: String, _ name: String) -> [[Example]] {
    var blocks: [[Example]] = []
    var isInside = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if let first = line.first, first != " " {
        isInside = ["EXAMPLE", "EXAMPLES", "INSTALL"].contains(line)
        if isInside { blocks.append([]) }
      } else if isInside, let text = Example.line(line) {
        blocks[blocks.count - 1].append(Example(place: name, text: text))
      }
    }
    return blocks
  }

  // Not what is said about the next line.
  private static func line(_ line: Substring) -> String? {
    let text = String(line.drop { $0 == " " })
    return ["host ", "mkdir ", "source "].contains { text.hasPrefix($0) } ? text : nil
  }

  /// What stands between backticks or in a block of its own in a Markdown text, or in a comment, and is a command line of
  /// the program's, a URL of a component's or a map key.
  static func inside(_ text: String, of place: String) -> [Example] {
    var examples: [Example] = []
    let isProse = place.hasSuffix(".md")
    let comments = isProse ? text : commented(text)
    for line in text.split(separator: "\n") where isProse && line.hasPrefix("    ") {
      let words = String(line.dropFirst(4))
      if Example.isMeant(words) { examples.append(Example(place: place, text: words)) }
    }
    // In a comment a URL or a key may stand without backticks.
    for word in comments.split(whereSeparator: \.isWhitespace) where !isProse && !word.contains("`") {
      let bare = word.drop { "\"(".contains($0) }.reversed().drop { "\".,;:)".contains($0) }.reversed()
      if Example.isMeant(String(bare)) { examples.append(Example(place: place, text: String(bare))) }
    }
    for (index, piece) in comments.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      let words = piece.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if index % 2 == 1, Example.isMeant(words) { examples.append(Example(place: place, text: words)) }
    }
    return examples
  }

  private static func commented(_ source: String) -> String {
    source.split(separator: "\n").compactMap { line -> Substring? in
      let text = line.drop { $0 == " " }
      return text.hasPrefix("//") ? text.drop { $0 == "/" } : nil
    }.joined(separator: "\n")
  }

  private static func isMeant(_ text: String) -> Bool {
    if ["host ", "Scripts/host ", "source <(host "].contains(where: { text.hasPrefix($0) }) { return true }
    if text.hasPrefix("app://"), text.dropFirst(6).first?.isUppercase == true { return true }
    let parts = text.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && !text.contains(" ") && parts[0].first?.isUppercase == true
      && parts[0].contains(where: \.isLowercase) && parts[1].first?.isLowercase == true
      && parts[1].allSatisfy { $0.isLetter || $0 == "_" }
  }
}
