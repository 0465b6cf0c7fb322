import ComponentABI

/// Why a value can't be read as the type that was asked for.
///
/// It travels inside a `DecodingError`, so that types which catch one and try something else work as they do with
/// any decoder.
struct DecodingFault: Error {
  let reason: String
  /// What is said of the place, such as `is missing (text)`.
  let words: String
  let path: [CodingPlace]
}

extension Failure {
  /// Any error of a decoding. `subject` is what was read, where that has a name.
  init(decoding error: any Error, failing code: Code, subject: String?) {
    guard let error = error as? DecodingError else {
      self.init(error)
      return
    }
    let fault = error.fault ?? DecodingFault(error, path: error.context?.codingPath.map { CodingPlace($0) } ?? [])
    let place = fault.path.named(root: subject ?? "the value")
    let whole = fault.path.isEmpty ? "" : subject.map { "\($0): " } ?? ""
    self.init(code, fault.reason, "\(whole)\(place) \(fault.words)")
  }
}

extension DecodingError {
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  var fault: DecodingFault? { context?.underlyingError as? DecodingFault }
}

extension DecodingFault {
  /// What a type's own `init(from:)` has thrown.
  init(_ error: DecodingError, path: [CodingPlace]) {
    switch error {
    case .keyNotFound(let key, _):
      self.init(reason: "missing_field", words: "is missing", path: path + [CodingPlace(key)])
    default:
      let words = error.context.map { "is not valid: \($0.debugDescription)" } ?? "is not valid"
      self.init(reason: "mistyped_field", words: words, path: path)
    }
  }
}

extension DecodingFrame {
  func fault(_ reason: String, _ words: String, _ step: DecodingStep) -> DecodingError {
    let path = path(step)
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: path, debugDescription: words,
        underlyingError: DecodingFault(reason: reason, words: words, path: path)))
  }

  func missing(_ key: some CodingKey, _ type: Any.Type?) -> DecodingError {
    missing(path() + [CodingPlace(key.stringValue)], key, type.map { TypeName.word($0) })
  }

  private func missing(_ path: [CodingPlace], _ key: any CodingKey, _ wanted: String?) -> DecodingError {
    let words = wanted.map { "is missing (\($0))" } ?? "is missing"
    return .keyNotFound(
      key,
      DecodingError.Context(
        codingPath: path, debugDescription: words,
        underlyingError: DecodingFault(reason: "missing_field", words: words, path: path)))
  }

  /// A value of another kind; a null under a key is as good as none.
  func mistyped(_ wanted: String, _ value: component_value, _ step: DecodingStep) -> DecodingError {
    if value.kind >= COMPONENT_KIND_TEXT, !value.isSound { return broken(value, step) }
    let path = path(step)
    if value.kind == COMPONENT_KIND_NULL, let key = path.last, key.intValue == nil { return missing(path, key, wanted) }
    return mismatch("must be \(wanted.withArticle), not \(value.shown)", path)
  }

  /// A number that the type can't hold, or no number at all.
  @inline(__always)
  func misfit<I: FixedWidthInteger>(_ type: I.Type, _ value: component_value, _ step: DecodingStep) -> DecodingError {
    misfit(from: Int64(I.min), to: UInt64(I.max), value, step)
  }

  private func misfit(from min: Int64, to max: UInt64, _ value: component_value, _ step: DecodingStep) -> DecodingError
  {
    misfit(min == .min ? "int" : "int from \(min) to \(max)", value, step)
  }

  func misfit(_ wanted: String, _ value: component_value, _ step: DecodingStep) -> DecodingError {
    switch value.kind {
    case COMPONENT_KIND_INT: mismatch("must be \(wanted.withArticle), not \(value.as.integer)", path(step))
    case COMPONENT_KIND_DOUBLE: mismatch("must be \(wanted.withArticle), not \(value.as.number)", path(step))
    default: mistyped(wanted, value, step)
    }
  }

  func broken(_ value: component_value, _ step: DecodingStep) -> DecodingError {
    let what =
      value.isSound ? "holds a value that is broken or nested too deep" : "is \(value.kindWithArticle) that is broken"
    return fault("broken_value", what, step)
  }

  /// A list that has no more items.
  func short(_ count: Int) -> DecodingError {
    fault("mistyped_field", "must have more than \(count) \(count == 1 ? "item" : "items")", .here)
  }

  private func mismatch(_ words: String, _ path: [CodingPlace]) -> DecodingError {
    .typeMismatch(
      Value.self,
      DecodingError.Context(
        codingPath: path, debugDescription: words,
        underlyingError: DecodingFault(reason: "mistyped_field", words: words, path: path)))
  }

  /// An error that a type's own `init(from:)` has thrown, with the place; `value` is what it was made from.
  func foreign(_ error: DecodingError, _ type: Any.Type, _ value: component_value) -> DecodingError {
    let own = path()
    let thrown = error.context?.codingPath.map { CodingPlace($0) } ?? []
    let further = thrown.count > own.count ? Array(thrown[own.count...]) : []
    var fault = DecodingFault(error, path: own + further)
    if case .dataCorrupted = error, further.isEmpty, let cases = KnownCases(type) {
      fault = DecodingFault(reason: "unknown_case", words: cases.words(for: value), path: own)
    }
    return .dataCorrupted(
      DecodingError.Context(codingPath: own + further, debugDescription: fault.words, underlyingError: fault))
  }
}
