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

extension TypeForm {
  /// Whether a type of that name is referred to.
  func refers(to name: String) -> Bool {
    switch self {
    case .optional(let form), .list(let form), .map(let form): form.refers(to: name)
    case .fields(let fields): fields.contains { $0.type.refers(to: name) }
    case .named(let other): other == name
    default: false
    }
  }
}
