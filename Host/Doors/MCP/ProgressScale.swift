import ComponentKit

/// Brings what an action says of its progress onto a scale that only rises, as the protocol wants it.
///
/// An action says a part of the whole, or nothing but words, and may say less than before. Each time of which no higher
/// part is known counts as one step, and the whole is then as many steps longer.
struct ProgressScale: Sendable {
  private var steps = 0.0
  private var last = 0.0
  private var isBegun = false
  private var hasPart = false

  /// What is told of a call's progress.
  mutating func fields(_ token: MCPRequestID, _ part: Double?, _ message: String, _ revision: MCPRevision) -> Fields {
    if let part, !part.isNaN {
      let value = steps + min(max(part, 0), 1)
      last = value > last || !isBegun ? value : last.nextUp
      hasPart = true
    } else if hasPart {
      last = last.nextUp
    } else {
      steps += 1
      last = steps
    }
    isBegun = true
    var fields: Fields = ["progressToken": token.value, "progress": .double(last)]
    if hasPart { fields["total"] = .double(steps + 1) }
    if revision.hasAnnotations, !message.isEmpty { fields["message"] = .text(message) }
    return fields
  }
}
