/// How many calls may be made once more: so many as a tenth of those of the last ten seconds, and ten, whoever makes them. Else
/// those who repeat would double the load of hosts that have too much of it.
struct RepeatBudget: Sendable {
  private var slots = [Slot](repeating: Slot(), count: RepeatBudget.slotCount)

  private struct Slot {
    // Nil for one that was never used.
    var second: Int64?
    var calls = 0
    var repeats = 0
  }

  private static let slotCount = 10
  private static let least = 10

  /// A call is made.
  mutating func count(_ now: Int64) { slots[place(now)].calls += 1 }

  /// Whether one may be made once more, which is counted then.
  mutating func takesRepeat(_ now: Int64) -> Bool {
    let place = place(now)
    let second = RepeatBudget.second(now)
    var (calls, repeats) = (0, 0)
    for slot in slots {
      guard let past = slot.second, second - past < Int64(RepeatBudget.slotCount) else { continue }
      (calls, repeats) = (calls + slot.calls, repeats + slot.repeats)
    }
    guard repeats < calls / 10 + RepeatBudget.least else { return false }
    slots[place].repeats += 1
    return true
  }

  private static func second(_ now: Int64) -> Int64 { now / 1_000_000_000 }

  private mutating func place(_ now: Int64) -> Int {
    let second = RepeatBudget.second(now)
    let place = Int(second % Int64(RepeatBudget.slotCount))
    if slots[place].second != second { slots[place] = Slot(second: second) }
    return place
  }
}
