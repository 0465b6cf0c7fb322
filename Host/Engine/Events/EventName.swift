import ComponentKit

/// The rule for the names of events: a component's begin with its own name, as its targets' do, and have one part more.
/// The host's own begin with what no component's name can.
enum EventName {
  static func isValid(_ name: String) -> Bool { isComponents(name) || HostNews(name) != nil }

  /// Whether a component could publish it.
  static func isComponents(_ name: String) -> Bool {
    name.utf8.contains(UInt8(ascii: ".")) && ComponentName.isValidTarget(name.utf8)
  }

  static let rule =
    "an event is named 'Library.changed', after its component, or is one of the host's: \(HostNews.allCases.map(\.name).joined(separator: ", "))"
}
