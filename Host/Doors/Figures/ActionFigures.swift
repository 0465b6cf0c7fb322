import Synchronization
import ComponentKit

/// What a door knows of the calls of one action, or of all those together that it does not keep apart.
@_spi(Doors) public final class ActionFigures: Sendable {
  /// As the action registered; both are empty where they are not kept apart.
  public let target: String
  public let action: String
  let share: TargetShare
  let times = Histogram()
  let underWay = Atomic(0)
  // How often calls failed, by the place of their reason.
  private let failures = Mutex<[String: Int]>([:])
  // The mean of what its calls take, in nanoseconds, the latest counting an eighth. Negative as long as none has ended.
  private let usual = Atomic<Int64>(-1)

  /// From which duration on a call is not for the thread that leads.
  private static let slow: Int64 = 200_000

  init(_ target: String, _ action: String, _ share: TargetShare) {
    (self.target, self.action, self.share) = (target, action, share)
  }

  /// Whether it is known that a call keeps its thread for a moment only.
  var isQuick: Bool {
    let usual = usual.load(ordering: .relaxed)
    return usual >= 0 && usual < ActionFigures.slow
  }

  /// How long a call has kept its thread.
  func hold(_ nanoseconds: Int64) {
    let before = usual.load(ordering: .relaxed)
    // Of two threads that do so at once one is not heard.
    usual.store(before < 0 ? nanoseconds : before + (nanoseconds - before) / 8, ordering: .relaxed)
  }

  /// A call begins, of which its end is counted as well.
  public func begin() { underWay.wrappingAdd(1, ordering: .relaxed) }
  public func end() { underWay.wrappingSubtract(1, ordering: .relaxed) }

  /// How long a call took, and why it failed, if it did.
  public func count(_ nanoseconds: Int64, failure: String?) {
    times.count(nanoseconds)
    guard let failure else { return }
    failures.withLock { failures in
      // Reasons are the components' own words: there is an end to them, and what is no word may say who has asked.
      let isKept = failures[failure] != nil || failures.count < 32 && ActionFigures.isWord(failure)
      let name = isKept ? failure : "other"
      failures[name, default: 0] += 1
    }
  }

  // Such as "no_such_book".
  private static func isWord(_ reason: String) -> Bool {
    reason.utf8.count <= 64
      && reason.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  var failed: [String: Int] { failures.withLock { $0 } }

  /// What was counted until now.
  public var sample: ActionSample {
    ActionSample(
      target: target, action: action, counts: times.counts, failed: failed, nanoseconds: times.sum,
      underWay: underWay.load(ordering: .relaxed))
  }
}
