// Why the form of a type can't be found.
extension SketchRun {
  static func failure(_ note: SketchNote, _ words: String) -> Failure {
    Failure(.failed, "no_sketch", "the form of \(note.place.words) can't be found: \(words)")
  }

  /// What is said of a type that has refused every sample.
  static func words<T>(_ type: T.Type, _ own: SketchNote, _ refusal: (any Error)?) -> String {
    let name = TypeName.short(type)
    if type is any RawRepresentable.Type { return "make \(name) CaseIterable, so that its cases can be listed" }
    if own.hasHiddenKeys { return "make the CodingKeys of \(name) CaseIterable, so that its cases can be listed" }
    let cause = (refusal as? DecodingError)?.context?.debugDescription ?? refusal.map { "\($0)" } ?? ""
    return "\(name) refuses every sample value\(cause.isEmpty ? "" : " (\(cause))")"
  }
}

extension TypeSketch {
  /// Whether a record of that name is referred to.
  func refers(to name: String) -> Bool {
    switch self {
    case .optional(let sketch), .list(let sketch), .map(let sketch): sketch.refers(to: name)
    case .record(_, let fields): fields.contains { $0.sketch.refers(to: name) }
    case .reference(let other): other == name
    default: false
    }
  }
}
