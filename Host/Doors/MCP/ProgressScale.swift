import ComponentKit

/// Brings what an action says of its progress onto a scale that only rises, as the protocol wants it.
///
/// An action says a part of the whole, or nothing but words, and may say less than before. Each time of which no higher
/// part is known counts as one step, and the whole is then as many steps longer. A part that is no higher, or none behind
/// others, is left out where it comes without words: there is nothing new in it.
struct ProgressScale: Sendable {
  private var steps = 0.0
  private var part = 0.0
  private var last: Double?
  private var hasPart = false

  /// What is told of a call's progress; nil where there is nothing to tell.
  mutating func fields(_ token: MCPRequestID, _ part: Double?, _ message: String, _ revision: MCPRevision) -> Fields? {
    guard advance(to: part.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }, hasWords: !message.isEmpty) else {
      return nil
    }
    var fields: Fields = ["progressToken": token.value, "progress": .double(steps + self.part)]
    if hasPart { fields["total"] = .double(steps + 1) }
    if revision.hasAnnotations, !message.isEmpty { fields["message"] = .text(message) }
    return fields
  }

  // False where it stays as it was.
  private mutating func advance(to next: Double?, hasWords: Bool) -> Bool {
    if next == nil, !hasPart {
      steps += 1
    } else {
      let part = next ?? self.part
      if let last, steps + part <= last {
        if !hasWords { return false }
        // No part is more than a step: behind two at the most it has risen.
        while steps + part <= last { steps += 1 }
      }
      (self.part, hasPart) = (part, true)
    }
    last = steps + part
    return true
  }
}
