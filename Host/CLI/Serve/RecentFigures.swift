import ComponentDoors
import ComponentKit

/// What doors have counted, and how often a second of late, however often it is asked.
struct RecentFigures: Sendable {
  // The oldest first; what is counted now is compared with that.
  private var looks: [(moment: Int64, samples: [ActionSample])]

  // In nanoseconds: how far back it looks, and how far looks lie apart that are kept.
  private static let window: Int64 = 10_000_000_000
  private static let step: Int64 = 1_000_000_000

  /// - Parameter samples: what was counted until it begins.
  init(_ samples: [ActionSample], at now: Int64) { looks = [(now, samples)] }

  /// What has become of the calls in the last ten seconds; where nobody has asked for longer, since then.
  mutating func table(_ samples: [ActionSample], at now: Int64) -> TopTable {
    // The last one that is old enough stays.
    while looks.count > 1, now - looks[1].moment >= RecentFigures.window { looks.removeFirst() }
    let first = looks[0]
    if let last = looks.last, now - last.moment >= RecentFigures.step { looks.append((now, samples)) }
    return TopTable(from: first.samples, to: samples, seconds: Double(now - first.moment) / 1e9)
  }
}
