/// Rows of words, shown so that they stand below each other.
struct Table {
  private var rows: [[String]]
  /// The columns of numbers, which end below each other.
  private let right: Set<Int>

  init(_ head: [String], right: Set<Int>) {
    rows = [head]
    self.right = right
  }

  mutating func add(_ row: [String]) { rows.append(row) }

  var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = row.indices.map { column in
        let gap = String(repeating: " ", count: widths[column] - row[column].count)
        return right.contains(column) ? gap + row[column] : row[column] + gap
      }.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}
