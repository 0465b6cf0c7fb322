import ComponentKit
import Testing

/// A URL that means no good, or no sense, and what comes of it.
struct HostileURL: Sendable {
  let name: String
  let makesURL: @Sendable () -> String
  /// `reply` and the reply as JSON, or the status, the code, the reason and the message.
  let outcome: String
  /// Whether only the action itself knows that it fails.
  let isLate: Bool

  init(_ name: String, _ url: @escaping @autoclosure @Sendable () -> String, _ outcome: String, isLate: Bool = false) {
    self.name = name
    makesURL = url
    self.outcome = outcome
    self.isLate = isLate
  }

  static let all: [(kind: String, urls: [HostileURL])] = [
    ("Escapes", escapes), ("UTF8", utf8), ("Controls", controls), ("Schemes", schemes), ("Authority", authority),
    ("Paths", paths), ("Brackets", brackets), ("Sizes", sizes), ("Cases", cases), ("Exposure", exposure),
  ]
}

extension HostileURL: CustomTestStringConvertible {
  var testDescription: String { name }
}
