import ComponentHost
import ComponentKit

/// A call of this host that is made elsewhere, until its end.
final class OpenCall: @unchecked Sendable {
  // Sendable: what changes is touched under the lock of `ElsewhereCalls` only.
  let call: ElsewhereCall
  let component: String
  let payload: [UInt8]
  /// As they stand in a header; nil where there are none.
  let hints: String?
  let began: Int64

  /// Its messages that are under way, the last one behind the other: two at most, of one that only reads.
  var ways: [Way] = []
  /// The number of the last one; 0 where none was sent.
  var number = 0
  /// The major version that it was sent to.
  var major: UInt32 = 0
  /// Whether it has ended, or nobody waits for it any more.
  var isOver = false
  /// Whether it is to be given up where it was made.
  var isGivenUp = false
  /// Whether it was asked once more who has it, since nobody had the version that was known.
  var hasAskedAgain = false
  /// Whether somebody may have done it, of whom nothing is heard any more. Only one that reads is open then.
  var isUnsure = false
  /// Until when the next connection is waited for, by one that may have been made.
  var unsureUntil: Int64?
  /// Until when somebody is waited for to have it again, who did.
  var nobodyUntil: Int64?
  /// Whether somebody is at it, and has said so.
  var isHeard = false
  /// Whether it was sent once more while it was under way.
  var hasSecond = false
  var repeats = 0
  var backoff = Backoff(first: 5_000_000, longest: 200_000_000)

  struct Way {
    let number: Int
    /// By which connection it was sent; nil as long as it is just being sent.
    var connection: Int?
  }

  init(_ call: ElsewhereCall, _ payload: [UInt8], _ hints: String?, at now: Int64) {
    (self.call, self.payload, self.hints, began) = (call, payload, hints, now)
    component = String(Substring(call.target.utf8.prefix { $0 != UInt8(ascii: ".") }))
  }

  var path: String { "\(call.target).\(call.action)" }

  /// As it is written for a broker.
  func message(_ id: String, _ number: Int, _ subject: Subject, _ reply: Subject, _ now: Int64) -> [UInt8] {
    var headers = MessageHeaders()
    if let deadline = call.deadline {
      headers.add(.wait, "\(min(max(1, (deadline - now) / 1_000_000), 86_400_000))")
    }
    headers.add(.request, "\(id)-\(number)")
    if call.hearsProgress { headers.add(.progress, "yes") }
    if let trace = call.trace { headers.add(.trace, "\(trace)") }
    if let minimum = call.minimum { headers.add(.minimum, "\(minimum)") }
    headers.add(.hops, "\(call.journey.hops)")
    for component in call.journey.components { headers.add(.ways, component) }
    if let hints { headers.add(ClusterHeader.hints.rawValue, plain: hints) }
    var bytes: [UInt8] = []
    BrokerWriter.publish(payload, to: subject, reply: reply, headers: headers, into: &bytes)
    return bytes
  }
}
