extension Shelf {
  /// The titles that look most like a misspelled one, at most three, the nearest first.
  public func titles(near query: String) -> [String] {
    let wanted = Array(Search.plain(query).unicodeScalars.prefix(100))
    if wanted.isEmpty { return [] }
    let near = books.compactMap { book -> (title: String, distance: Int)? in
      let plain = Search.plain(book.title)
      let whole = editDistance(wanted, Array(plain.unicodeScalars.prefix(100)))
      // A query of one word is often one word of the title.
      let words = plain.split(separator: " ").map { editDistance(wanted, Array($0.unicodeScalars.prefix(100))) }
      let distance = min(whole, words.min() ?? whole)
      return distance <= max(1, wanted.count / 3) ? (book.title, distance) : nil
    }
    return near.sorted { ($0.distance, $0.title) < ($1.distance, $1.title) }.prefix(3).map(\.title)
  }
}

/// How many letters must be put in, taken out, changed or swapped with their neighbour to make one text the other.
func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var before: [Int] = []
  var last = Array(0...b.count)
  for (i, one) in a.enumerated() {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for (j, other) in b.enumerated() {
      var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (one == other ? 0 : 1))
      if i > 0, j > 0, one == b[j - 1], a[i - 1] == other { best = min(best, before[j - 1] + 1) }
      row.append(best)
    }
    before = last
    last = row
  }
  return last[b.count]
}
