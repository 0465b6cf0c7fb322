import ComponentKit

/// A question who has a component, and in what version: asked once for all calls that need to know it just then.
final class VersionQuestion: @unchecked Sendable {
  // Sendable: what changes is touched under the lock of `ElsewhereCalls` only.
  let component: String
  let number: Int
  var calls: [ObjectIdentifier: OpenCall] = [:]
  /// When what has been said by then counts.
  var due: Int64
  private(set) var best: Version?
  /// Which host has said that first.
  private(set) var bestHost = ""
  private(set) var hosts: Set<String> = []
  /// Whether some other cluster at the same brokers has said that it has it.
  private(set) var isOfOthers = false

  /// How long the first answer is waited for, and the others behind that, in nanoseconds.
  static let patience: Int64 = 2_000_000_000
  static let pause: Int64 = 5_000_000
  /// The same where only other clusters have answered yet: who has it in this one may be farther away.
  static let ownPause: Int64 = 100_000_000

  init(_ component: String, _ number: Int, at now: Int64) {
    (self.component, self.number, due) = (component, number, now + VersionQuestion.patience)
  }

  /// Hears an answer; whether it is due earlier by that. What other clusters say does not count as one.
  func hear(_ payload: [UInt8], in cluster: String, at now: Int64) -> Bool {
    guard payload.count <= 64 << 10 else { return false }
    let said: Value
    do throws(JSONError) { said = try Value(json: payload) } catch { return false }
    guard said["name"]?.text == component, let place = said["metadata"]?["cluster"]?.text,
      let host = said["metadata"]?["host"]?.text, let version = said["version"]?.text.flatMap({ Version(told: $0) })
    else { return false }
    guard place == cluster else {
      if isOfOthers || best != nil { return false }
      isOfOthers = true
      due = min(due, now + VersionQuestion.ownPause)
      return true
    }
    let isFirst = best == nil
    if best.map({ version > $0 }) ?? true { (best, bestHost) = (version, host) }
    if hosts.count < 4096 { hosts.insert(host) }
    if isFirst { due = now + VersionQuestion.pause }
    return isFirst
  }
}
