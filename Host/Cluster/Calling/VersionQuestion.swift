import ComponentKit

/// A question who has a component, and in what version: asked once for all calls that need to know it just then.
final class VersionQuestion: @unchecked Sendable {
  // Sendable: what changes is touched under the lock of `ElsewhereCalls` only.
  let component: String
  let number: Int
  var calls: [OpenCall]
  /// When what has been said by then counts.
  var due: Int64
  private(set) var best: Version?
  private(set) var hosts: Set<String> = []

  /// How long the first answer is waited for, and the others behind that, in nanoseconds.
  static let patience: Int64 = 2_000_000_000
  static let pause: Int64 = 5_000_000

  init(_ component: String, _ number: Int, _ calls: [OpenCall], at now: Int64) {
    (self.component, self.number, self.calls, due) = (component, number, calls, now + VersionQuestion.patience)
  }

  /// Hears an answer; whether it is the first. What other clusters say at the same brokers does not count.
  func hear(_ payload: [UInt8], in cluster: String, at now: Int64) -> Bool {
    guard payload.count <= 64 << 10 else { return false }
    let said: Value
    do throws(JSONError) { said = try Value(json: payload) } catch { return false }
    guard said["name"]?.text == component, said["metadata"]?["cluster"]?.text == cluster,
      let host = said["metadata"]?["host"]?.text, let version = said["version"]?.text.flatMap({ Version(told: $0) })
    else { return false }
    let isFirst = best == nil
    best = max(best ?? version, version)
    if hosts.count < 4096 { hosts.insert(host) }
    if isFirst { due = now + VersionQuestion.pause }
    return isFirst
  }
}
