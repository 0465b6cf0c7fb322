import Synchronization

/// What a door has counted of one action, at one moment.
public struct ActionSample: Sendable {
  /// As the action registered; both are empty for those that are not kept apart.
  public let target: String
  public let action: String
  /// How many calls took as long as each step of the histogram at most, and behind that how many there were in all.
  public let counts: [Int64]
  /// How often calls failed, by their reason.
  public let failed: [String: Int]
  /// How long all of them together took, in nanoseconds.
  public let nanoseconds: Int64
  public let underWay: Int

  public init(
    target: String, action: String, counts: [Int64], failed: [String: Int], nanoseconds: Int64, underWay: Int
  ) {
    (self.target, self.action, self.counts) = (target, action, counts)
    (self.failed, self.nanoseconds, self.underWay) = (failed, nanoseconds, underWay)
  }

  public var failures: Int { failed.values.reduce(0, +) }

  /// What two doors have counted, together.
  public static func together(_ some: [ActionSample], _ others: [ActionSample]) -> [ActionSample] {
    var all = some
    for other in others {
      guard let place = all.firstIndex(where: { $0.target == other.target && $0.action == other.action }) else {
        all.append(other)
        continue
      }
      let one = all[place]
      all[place] = ActionSample(
        target: one.target, action: one.action, counts: zip(one.counts, other.counts).map(+),
        failed: one.failed.merging(other.failed, uniquingKeysWith: +),
        nanoseconds: one.nanoseconds + other.nanoseconds, underWay: one.underWay + other.underWay)
    }
    return all
  }

  /// What a share of all calls took at most, in nanoseconds, as far as the steps tell; nil where there was none, and the
  /// largest number beyond the last step.
  public static func quantile(_ share: Double, of counts: [Int64]) -> Int64? {
    guard let all = counts.last, all > 0 else { return nil }
    let wanted = Int64((Double(all) * share).rounded(.up))
    let place = counts.firstIndex { $0 >= wanted } ?? Histogram.steps.count
    return place < Histogram.steps.count ? Histogram.steps[place] : .max
  }
}

extension HTTPDoor {
  /// What it has counted so far, of each action that it keeps apart and of all others together.
  public var samples: [ActionSample] { core.figures.samples }
}
