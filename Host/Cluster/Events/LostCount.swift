/// How much was lost of something that nobody promises: told as it begins, and each time that it is ten times as much.
struct LostCount: Sendable {
  private var all = 0
  private var next = 1

  /// Counts some more; how many it are in all, where that is to be told.
  mutating func add(_ count: Int) -> Int? {
    all += count
    guard count > 0, all >= next else { return nil }
    while next <= all { next *= 10 }
    return all
  }
}
