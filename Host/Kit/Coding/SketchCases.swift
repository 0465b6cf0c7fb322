import ComponentABI

/// The cases of a type that can list them, as they are written.
struct SketchCases {
  let form: TypeForm
  let first: Any

  /// Nil for a type that can't list them; a type without cases fails.
  init?(_ type: Any.Type, _ note: SketchNote) throws(Failure) {
    guard let type = type as? any CaseIterable.Type, type is any Encodable.Type || type is any RawRepresentable.Type
    else { return nil }
    let cases = type.cases
    guard let first = cases.first else { throw SketchRun.failure(note, "\(TypeName.short(type)) has no cases") }
    var values: [Value] = []
    var texts: [String] = []
    var ints: [Int] = []
    for one in cases {
      let value = try SketchCases.written(one, note)
      values.append(value)
      if let text = value.text { texts.append(text) } else if let int = value.int { ints.append(int) }
    }
    self.first = first
    let isText = texts.count == values.count
    form = isText ? .texts(texts) : ints.count == values.count ? .ints(ints) : .values(values)
  }

  private static func written(_ one: Any, _ note: SketchNote) throws(Failure) -> Value {
    if let one = one as? any Encodable { return try encoded(one) }
    switch (one as? any RawRepresentable)?.rawAny {
    case let text as String: return .text(text)
    case let number as Double: return .double(number)
    case let number as any FixedWidthInteger: return .int(Int(clamping: number))
    default: throw SketchRun.failure(note, "\(TypeName.short(Swift.type(of: one))) can't be written")
    }
  }

  private static func encoded(_ one: some Encodable) throws(Failure) -> Value {
    try ValueEncoder.withEncoded(one) { value in Value(copying: value.pointee) }
  }
}

extension CaseIterable {
  fileprivate static var cases: [Any] { Array(allCases) }
}

extension RawRepresentable {
  fileprivate var rawAny: Any { rawValue }
}
