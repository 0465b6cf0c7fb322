/// Source code, line by line.
struct SourceText {
  private(set) var text = ""
  private var depth = 0

  /// A line; an empty one has no spaces.
  mutating func add(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: "  ", count: depth) + line }
    text += "\n"
  }

  mutating func indented(_ body: (inout SourceText) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  /// A head and its braces.
  mutating func block(_ head: String, end: String = "}", _ body: (inout SourceText) -> Void) {
    add("\(head) {")
    indented(body)
    add(end)
  }

  /// A head and what belongs in its parentheses, broken where it would be too long for a line.
  mutating func list(_ head: String, _ items: [String], _ tail: String) {
    let line = "\(head)(\(items.joined(separator: ", ")))\(tail)"
    if items.isEmpty || 2 * depth + line.utf8.count <= 120 { return add(line) }
    add("\(head)(")
    indented { source in
      let row = items.joined(separator: ", ")
      if 2 * source.depth + row.utf8.count <= 120 { return source.add(row) }
      for (place, item) in items.enumerated() { source.add(item + (place + 1 < items.count ? "," : "")) }
    }
    add(")\(tail)")
  }
}
