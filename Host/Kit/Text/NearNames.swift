/// The names most like a given one, nearest first, for a message that asks whether one of them was meant.
///
/// A name is near if at most a third of its letters (one to three) must be changed, added, dropped or swapped with a
/// neighbour, whatever their case. Names of equal distance are sorted. The given name itself is not among
/// them, and no name occurs twice.
public func nearNames(to name: String, among names: some Sequence<String>, limit: Int = 3) -> [String] {
  guard limit > 0, let wanted = scalars(of: name) else { return [] }
  let threshold = min(max(wanted.count / 3, 1), 3)
  var rows = EditRows(width: wanted.count + threshold)
  var near: [(distance: Int, name: String)] = []
  for candidate in names where candidate != name {
    guard let letters = scalars(of: candidate), abs(letters.count - wanted.count) <= threshold else { continue }
    guard let distance = rows.distance(wanted, letters, threshold: threshold) else { continue }
    // As many changes as letters would mean that nothing is left in common.
    guard distance < max(wanted.count, letters.count) else { continue }
    near.append((distance, candidate))
  }
  near.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
  var result: [String] = []
  for (_, name) in near where result.last != name {
    if result.count == limit { break }
    result.append(name)
  }
  return result
}

// The letters to compare; nil for a name too long to have been mistyped.
private func scalars(of name: String) -> [UInt32]? {
  let longest = 128
  guard name.utf8.count <= longest * 4 else { return nil }
  if name.utf8.allSatisfy({ $0 < 0x80 }) {
    guard name.utf8.count <= longest else { return nil }
    return name.utf8.map { UInt32($0.isUpper ? $0 | 0x20 : $0) }
  }
  let scalars = name.lowercased().unicodeScalars.map(\.value)
  return scalars.count <= longest ? scalars : nil
}

// The last three rows of the table of distances, kept from one pair of names to the next.
private struct EditRows {
  private var older: [Int]
  private var old: [Int]
  private var new: [Int]

  init(width: Int) {
    older = Array(repeating: 0, count: width + 1)
    old = older
    new = older
  }

  // The optimal string alignment distance; nil if it is above the threshold.
  mutating func distance(_ a: [UInt32], _ b: [UInt32], threshold: Int) -> Int? {
    // What lies further from the diagonal is above it, and is left out: the names may be long, and many.
    let far = threshold + 1
    for column in 0...min(b.count, far) { new[column] = column }
    for row in 0..<a.count {
      (older, old, new) = (old, new, older)
      let first = max(0, row - threshold)
      let end = min(b.count, row + threshold + 1)
      new[first] = first == 0 ? min(row + 1, far) : far
      var lowest = new[first]
      for column in first..<end {
        var best = min(old[column + 1], new[column]) + 1
        best = min(best, old[column] + (a[row] == b[column] ? 0 : 1))
        if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
          best = min(best, older[column - 1] + 1)
        }
        new[column + 1] = best
        lowest = min(lowest, best)
      }
      if end < b.count { new[end + 1] = far }
      // No later row has a lower one, a swap included: it is at best as near as the change in the row between.
      if lowest > threshold { return nil }
    }
    return new[b.count] <= threshold ? new[b.count] : nil
  }
}
