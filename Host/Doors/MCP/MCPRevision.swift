/// A revision of the Model Context Protocol, by the date that is its name.
enum MCPRevision: String, CaseIterable, Sendable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  case july2026 = "2026-07-28"

  /// Those that a client and a server agree on by `initialize`, the first one first.
  static let agreed = allCases.filter { !$0.isStateless }

  /// What a server answers that is asked for a revision which it does not know.
  static let latestAgreed = MCPRevision.november2025

  /// All of them, the latest one first, as they are told.
  static let told = allCases.reversed().map(\.rawValue)

  /// Whether each request says for itself what it is written in, and nothing is agreed on before.
  var isStateless: Bool { self == .july2026 }

  /// Whether several messages may come as a list.
  var hasBatches: Bool { self == .march2025 }

  /// Whether a tool says if it only reads, and progress comes with words.
  var hasAnnotations: Bool { self != .november2024 }

  /// Whether there is sound among what a tool replies with.
  var hasAudio: Bool { self != .november2024 }

  /// Whether tools have titles, and replies a form besides their text.
  var hasStructure: Bool { self != .november2024 && self != .march2025 }

  /// Whether such a reply may be any JSON, and not only an object.
  var structuresAnything: Bool { isStateless }
}
