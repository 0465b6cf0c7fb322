import ComponentABI

/// The raw values of a type that has them, for the message that none of them came.
struct KnownCases {
  // A message names no more of them.
  private static let limit = 16

  private let names: [String]

  /// Nil for a type without raw values.
  init?(_ type: Any.Type) {
    guard type is any RawRepresentable.Type else { return nil }
    names = (type as? any CaseIterable.Type).map { $0.rawValueNames } ?? []
  }

  func words(for value: component_value) -> String {
    guard !names.isEmpty else { return "can't be \(value.shown)" }
    let shown = names.prefix(KnownCases.limit).joined(separator: ", ")
    let more = names.count - KnownCases.limit
    return "must be one of \(shown)\(more > 0 ? " and \(more) more" : "")"
  }
}

extension CaseIterable {
  fileprivate static var rawValueNames: [String] {
    allCases.compactMap { ($0 as? any RawRepresentable).map { rawName($0) } }
  }

  private static func rawName(_ one: some RawRepresentable) -> String {
    if let text = one.rawValue as? String { "\"\(text)\"" } else { "\(one.rawValue)" }
  }
}
