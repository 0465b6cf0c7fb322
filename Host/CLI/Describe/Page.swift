/// A text in sections, wrapped to the width of a terminal.
///
/// Everything that is put on it is shown as a person may see it: no text from outside acts on the terminal.
struct Page {
  private(set) var text = ""
  /// Where a component is that lies in no folder here; nil for its own file.
  var origin: String?
  private let width: Int
  private let isBold: Bool

  /// - Parameter isBold: Whether headings are bold.
  init(width: Int, isBold: Bool) {
    self.width = max(width, 40)
    self.isBold = isBold
  }

  /// Begins a section.
  mutating func heading(_ title: String) {
    if !text.isEmpty { text += "\n" }
    text += isBold ? "\u{1B}[1m\(title)\u{1B}[0m\n" : "\(title)\n"
  }

  /// An empty line between the paragraphs of a section.
  mutating func gap() { text += "\n" }

  /// A paragraph that begins in the column `indent`; its further lines are `hanging` columns farther right.
  mutating func paragraph(_ words: String, indent: Int = 2, hanging: Int = 0) {
    paragraph(of: words.pieces, indent: indent, hanging: hanging)
  }

  /// A paragraph that is broken between its pieces, and inside one only where it has no room in a line of its own.
  mutating func paragraph(of pieces: [String], indent: Int = 2, hanging: Int = 0) {
    add("", pieces, from: indent, below: indent + hanging)
  }

  /// A line that is never broken, for it may be copied.
  mutating func line(_ words: String) { text += "  \(shown(words, lineBreaks: false))\n" }

  /// Names in a column, and what is said of each beside it.
  mutating func table(_ rows: [(name: String, lines: [String])], indent: Int = 2) {
    let rows = rows.map { (name: shown($0.name, lineBreaks: false), lines: $0.lines) }
    let widest = rows.map { columns(of: $0.name) }.filter { $0 <= Page.widestName }.max() ?? 0
    let column = indent + widest + 2
    for (name, lines) in rows {
      var label = String(repeating: " ", count: indent) + name
      if columns(of: name) > widest {
        text += label + "\n"
        label = ""
      }
      for words in lines where !words.isEmpty {
        add(label, words.pieces, from: column, below: column)
        label = ""
      }
      if !label.isEmpty { text += label + "\n" }
    }
  }

  // Longer names stand alone in their line.
  private static let widestName = 24

  // A label, the pieces from one column on, and in the next lines from another.
  private mutating func add(_ label: String, _ pieces: [String], from first: Int, below column: Int) {
    var line = label + String(repeating: " ", count: max(0, first - columns(of: label)))
    var isEmpty = true
    for piece in pieces.map({ shown($0, lineBreaks: false) }) {
      for part in columns(of: piece) <= width - column ? [piece] : piece.pieces {
        if !isEmpty, columns(of: line) + 1 + columns(of: part) > width {
          text += line.withoutEnd + "\n"
          line = String(repeating: " ", count: column)
          isEmpty = true
        }
        line += isEmpty ? part : " " + part
        isEmpty = false
      }
    }
    text += line.withoutEnd + "\n"
  }
}

extension String {
  // Its words, with nothing for each space more than one between them.
  fileprivate var pieces: [String] {
    unicodeScalars.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
  }

  // Without the spaces at its end.
  fileprivate var withoutEnd: String {
    var text = self
    while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
    return text
  }
}
