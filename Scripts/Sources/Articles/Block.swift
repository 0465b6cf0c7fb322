/// A code block of an article.
struct Block {
  /// The fence's first word; nil for an indented block. `BlockReader.row` for a piece of code in a table.
  let language: String?
  /// Where its first line stands.
  let line: Int
  let lines: [String]
  /// The line of prose before it.
  let before: String

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The file that the prose before it names: "Write this into `Sources/Greeter/Greeter.swift`:".
  var path: String? {
    guard before.hasSuffix("`:"), let start = before.dropLast(2).lastIndex(of: "`") else { return nil }
    let name = String(before[before.index(after: start)...].dropLast(2))
    return [".swift", ".c", ".h", ".cpp", ".rs", ".json"].contains { name.hasSuffix($0) } ? name : nil
  }
}

/// What is wrong with an article, and where.
struct Complaint: Error {
  let line: Int
  let text: String
}

/// Takes a Markdown text apart: the blocks between fences, and the indented ones.
struct BlockReader {
  private(set) var blocks: [Block] = []
  private var fence: (mark: Character, length: Int, indent: Int, language: String, line: Int)?
  private var inside: [String] = []
  private var insideStart = 0
  private var prose = ""
  private var isAfterBlank = true
  private var isInList = false
  // Whether the right cells of the table are code to compile.
  private var isCompared = false

  /// An expression in Swift, of a table whose right column is headed "here".
  static let row = "row"

  init(_ text: String) throws(Complaint) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in lines.enumerated() { try take(line, index + 1) }
    if let fence { throw Complaint(line: fence.line, text: "this block is never closed") }
    endIndented()
  }

  private mutating func take(_ line: String, _ number: Int) throws(Complaint) {
    if let open = fence {
      guard BlockReader.closes(line, open.mark, open.length) else {
        inside.append(String(line.dropFirst(min(open.indent, line.prefix { $0 == " " }.count))))
        return
      }
      add(open.language, open.line + 1)
      fence = nil
    } else if line.hasPrefix("    "), !isInList, isAfterBlank || !inside.isEmpty {
      if inside.isEmpty { insideStart = number }
      inside.append(String(line.dropFirst(4)))
    } else if line.allSatisfy(\.isWhitespace) {
      if !inside.isEmpty { inside.append("") }
      isAfterBlank = true
    } else {
      endIndented()
      isAfterBlank = false
      if line.hasPrefix("|") { takeRow(line, number) } else { try open(line, number) }
    }
    if !line.hasPrefix("|") { isCompared = false }
  }

  // What stands in backticks in the last cell. A bar within them is written `\|`.
  private mutating func takeRow(_ line: String, _ number: Int) {
    let cells = line.replacing("\\|", with: "\u{0}").split(separator: "|").map { $0.replacing("\u{0}", with: "|") }
    guard cells.count > 1, let last = cells.last else { return }
    if last.allSatisfy({ $0.isWhitespace || $0 == "-" || $0 == ":" }) { return }
    if last.trimmed == "here" {
      isCompared = true
    } else if isCompared {
      for code in last.split(separator: "`", omittingEmptySubsequences: false).enumerated() where code.offset % 2 == 1 {
        blocks.append(Block(language: BlockReader.row, line: number, lines: [String(code.element)], before: ""))
      }
    }
  }

  private mutating func open(_ line: String, _ number: Int) throws(Complaint) {
    let indent = line.prefix { $0 == " " }.count
    let rest = line.dropFirst(indent)
    guard let mark = rest.first, mark == "`" || mark == "~" else { return takeProse(line) }
    let length = rest.prefix { $0 == mark }.count
    let words = rest.dropFirst(length)
    guard length >= 3, mark == "~" || !words.contains("`") else { return takeProse(line) }
    guard let language = words.split(separator: " ").first else {
      throw Complaint(line: number, text: "this block does not say its language")
    }
    fence = (mark, length, indent, String(language), number)
  }

  private mutating func takeProse(_ line: String) {
    prose = line
    // What is indented below an item of a list belongs to the item.
    let trimmed = line.drop { $0 == " " }
    let isItem = ["- ", "* ", "+ "].contains { trimmed.hasPrefix($0) } || BlockReader.isNumbered(trimmed)
    isInList = isItem || (isInList && line.hasPrefix(" "))
  }

  private static func isNumbered(_ line: Substring) -> Bool {
    let digits = line.prefix(while: \.isNumber)
    return !digits.isEmpty && [". ", ") "].contains { line.dropFirst(digits.count).hasPrefix($0) }
  }

  private static func closes(_ line: String, _ mark: Character, _ length: Int) -> Bool {
    let rest = line.drop { $0 == " " }
    let marks = rest.prefix { $0 == mark }
    return marks.count >= length && rest.dropFirst(marks.count).allSatisfy(\.isWhitespace)
  }

  private mutating func endIndented() {
    while inside.last == "" { inside.removeLast() }
    if !inside.isEmpty { add(nil, insideStart) }
  }

  private mutating func add(_ language: String?, _ line: Int) {
    blocks.append(Block(language: language, line: line, lines: inside, before: prose))
    inside = []
    isAfterBlank = true
    prose = ""
  }
}

extension StringProtocol {
  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
