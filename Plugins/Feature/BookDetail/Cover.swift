/// A book's front, drawn with letters.
enum Cover {
  private static let width = 30

  static func draw(title: String, author: String, isFramed: Bool) -> String {
    let ornament = ornaments[title.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) & 0xFFFF } % ornaments.count]
    var rows = [""]
    rows += wrapped(title)
    rows += ["", String(repeating: ornament, count: 3), ""]
    rows += wrapped(author)
    rows += [""]
    while rows.count < 13 { rows.insert("", at: rows.count - 1 - wrapped(author).count) }
    if !isFramed { return rows.map(centred).joined(separator: "\n") }
    let edge = "+" + String(repeating: "-", count: width) + "+"
    return ([edge] + rows.map { "|" + centred($0) + "|" } + [edge]).joined(separator: "\n")
  }

  private static let ornaments = ["~*~", "<=>", "-o-", "/\\/", ".:.", "~~~"]

  private static func centred(_ text: String) -> String {
    let room = max(0, width - text.count)
    return String(repeating: " ", count: room / 2) + text + String(repeating: " ", count: room - room / 2)
  }

  // In lines that leave two columns free on both sides.
  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      let word = String(word.prefix(width - 4))
      if let last = lines.last, last.count + 1 + word.count <= width - 4 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
