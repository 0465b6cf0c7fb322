import ComponentKit

/// Defaults as Swift expressions.
///
/// What has none that Swift compiles soon, or none that means the same, is nil: the face then leaves the parameter out,
/// and the component takes its own default.
struct SwiftLiteral {
  let types: FaceTypes
  let layout: FaceLayout
  let names: SwiftNames

  // The compiler needs much longer for literals of many parts, and without end for deep ones.
  private static let sizeLimit = 100
  private static let depthLimit = 8
  private static let bytesLimit = 1000

  func expression(_ value: Value, _ use: TypeForm) -> String? {
    guard size(value) <= SwiftLiteral.sizeLimit, depth(value) <= SwiftLiteral.depthLimit else { return nil }
    return typed(value, use)
  }

  private func typed(_ value: Value, _ use: TypeForm) -> String? {
    switch (use, value) {
    case (.any, _): return untyped(value)
    case (.optional, .null): return "nil"
    case (.optional(let inner), _): return typed(value, inner)
    case (.bool, .bool(let bool)): return "\(bool)"
    case (.int, .int(let int)): return "\(int)"
    case (.double, .double(let double)): return SwiftLiteral.double(double)
    case (.text, .text(let text)): return SwiftText.literal(text)
    case (.bytes, .bytes(let bytes)) where bytes.count <= SwiftLiteral.bytesLimit: return "\(bytes)"
    case (.date, .text(let text)): return Timestamp(text).map(SwiftLiteral.date)
    case (.list(let item), .list(let list)): return joined(list.map { typed($0, item) })
    case (.map(let item), .map(let fields)): return map(fields) { typed($0, item) }
    case (.named(let name), _): return declared(value, types.place(name))
    default: return nil
    }
  }

  private static func date(_ moment: Timestamp) -> String {
    let rest = moment.nanosecond == 0 ? "" : ", nanosecond: \(moment.nanosecond)"
    return "Timestamp(seconds: \(moment.seconds)\(rest))"
  }

  private func untyped(_ value: Value) -> String? {
    switch value {
    case .null: "nil"
    case .bool(let bool): "\(bool)"
    case .int(let int): "\(int)"
    // The literal of a value is no bit pattern.
    case .double(let double): double.isSubnormal ? ".double(\(SwiftLiteral.double(double)))" : "\(double)"
    case .text(let text): SwiftText.literal(text)
    case .list(let list): joined(list.map(untyped))
    case .map(let fields): map(fields, untyped)
    case .bytes, .object, .function: nil
    }
  }

  private func declared(_ value: Value, _ place: Int) -> String? {
    let name = names.types[place]
    switch (types.declarations[place].form, value) {
    case (.texts(let texts), .text(let text)):
      guard let index = texts.firstIndex(where: { $0.utf8.elementsEqual(text.utf8) }) else { return nil }
      return "\(name).\(SwiftNames.cases(texts)[index])"
    case (.ints(let ints), .int(let int)):
      guard let index = ints.firstIndex(of: int) else { return nil }
      return "\(name).\(SwiftNames.cases(ints.map(String.init))[index])"
    case (.fields(let fields), .map(let values)): return record(name, fields, values)
    case (.fields, _), (.texts, _), (.ints, _): return nil
    case (let use, _):
      guard let inner = typed(value, use) else { return nil }
      return layout.endless.contains(place) ? "\(name)(\(inner))" : inner
    }
  }

  private func record(_ name: String, _ fields: [TypeForm.Field], _ values: Fields) -> String? {
    var parts: [String] = []
    for (field, label) in zip(fields, names.fields(fields.map(\.name))) {
      guard let value = values[field.name], !(value.isNull && field.type.isOptional) else { continue }
      guard let expression = typed(value, field.type) else { return nil }
      parts.append("\(SwiftWords.label(label)): \(expression)")
    }
    return "\(name)(\(parts.joined(separator: ", ")))"
  }

  private func joined(_ items: [String?]) -> String? {
    let known = items.compactMap(\.self)
    return known.count == items.count ? "[\(known.joined(separator: ", "))]" : nil
  }

  private func map(_ fields: Fields, _ item: (Value) -> String?) -> String? {
    if fields.isEmpty { return "[:]" }
    return joined(fields.map { key, value in item(value).map { "\(SwiftText.literal(key)): \($0)" } })
  }

  /// The shortest digits that read back the same.
  static func double(_ double: Double) -> String {
    // The compiler warns of a literal that it can't hold with all its digits.
    double.isSubnormal ? "Double(bitPattern: \(double.bitPattern))" : "\(double)"
  }

  private func size(_ value: Value) -> Int {
    switch value {
    case .list(let list): list.reduce(1) { $0 + size($1) }
    case .map(let fields): fields.reduce(1) { $0 + size($1.value) }
    default: 1
    }
  }

  private func depth(_ value: Value) -> Int {
    switch value {
    case .list(let list): 1 + (list.map(depth).max() ?? 0)
    case .map(let fields): 1 + (fields.map(\.value).map(depth).max() ?? 0)
    default: 0
    }
  }
}
