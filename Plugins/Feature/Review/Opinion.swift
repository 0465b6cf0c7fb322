import NotesFace
import ReviewFace

// One review: a note of the kind `review`, whose text begins with the number of stars.
extension Opinion {
  /// Nil for a note that is no review.
  init?(_ note: Note) {
    let parts = note.text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let stars = Int(parts[0]), (1...5).contains(stars) else { return nil }
    self.init(id: note.id, stars: stars, text: parts.count > 1 ? String(parts[1]) : "", time: note.time)
  }
}
