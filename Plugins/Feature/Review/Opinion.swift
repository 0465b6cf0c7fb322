import ComponentKit

/// One review: a note of the kind `review`, whose text begins with the number of stars.
struct Opinion {
  let id: Int
  let time: Int
  let stars: Int
  let text: String

  /// Nil for a note that is no review.
  init?(_ note: Value) {
    guard let id = note["id"]?.int, let time = note["time"]?.int, let whole = note["text"]?.text else { return nil }
    let parts = whole.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let stars = Int(parts[0]), (1...5).contains(stars) else { return nil }
    self.id = id
    self.time = time
    self.stars = stars
    text = parts.count > 1 ? String(parts[1]) : ""
  }

  var asValue: Value { ["id": .int(id), "stars": .int(stars), "text": .text(text), "time": .int(time)] }
}
