import ComponentKit

extension TypeForm {
  /// How deep lists and maps may nest in one text; named types may go on below.
  static let depthLimit = 32

  /// How many parameters, fields, alternatives or named types there may be in one place.
  static let countLimit = 256

  /// The types that have a name in every component.
  static let basic: [(name: String, form: TypeForm)] =
    ([.any, .bool, .int, .double, .text, .bytes, .date, .object, .function, .nothing] as [TypeForm]).map {
      ("\($0)", $0)
    }
}

extension TypeForm {
  /// Reads one type; a name that is not among those of `types` is a fault.
  package init(parsing text: String, types: TypeNames, limit: Int = Signature.lengthLimit) throws(SignatureFault) {
    var reader = try SignatureReader(text, known: types.names, types: types, limit: limit)
    self = try reader.readDefinition()
  }
}

// Types.
extension SignatureReader {
  mutating func readType() throws(SignatureFault) -> TypeForm {
    let base = try readBase()
    guard skip("?") else { return base }
    if base == .nothing { throw fault("'nothing' is null without a '?'", at: place - 1) }
    skipSpace()
    if peek == UInt8(ascii: "?") { throw fault("one '?' is enough", at: place) }
    return .optional(base)
  }

  private mutating func readBase() throws(SignatureFault) -> TypeForm {
    skipSpace()
    guard let byte = peek else { throw expected("a type") }
    switch byte {
    case UInt8(ascii: "["): return try readListOrMap()
    case UInt8(ascii: "{"): return try readFields()
    case UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readAlternatives()
    default:
      guard byte.isWord else { throw expected("a type") }
      return try readNamed()
    }
  }

  private mutating func open() throws(SignatureFault) {
    guard depth < TypeForm.depthLimit else {
      throw fault("lists and maps nest deeper than \(TypeForm.depthLimit)", at: place)
    }
    depth += 1
    place += 1
  }

  // `[T]` or `[text: T]`.
  private mutating func readListOrMap() throws(SignatureFault) -> TypeForm {
    try open()
    defer { depth -= 1 }
    skipSpace()
    let start = place
    let form = try readType()
    guard skip(":") else {
      try skip("]", or: form == .text ? "']' or ':'" : "']'")
      return .list(form)
    }
    guard form == .text else { throw fault("the keys of a map are texts: [text: …]", at: start) }
    let item = try readType()
    try skip("]", or: "']'")
    return .map(item)
  }

  private mutating func readFields() throws(SignatureFault) -> TypeForm {
    try open()
    defer { depth -= 1 }
    var fields: [TypeForm.Field] = []
    if skip("}") { return .fields(fields) }
    while true {
      let (name, start) = try readName(of: fields.isEmpty ? "a field or '}'" : "a field")
      if fields.contains(where: { $0.name == name }) {
        throw fault("the field \(quoted(name)) occurs twice", at: start)
      }
      guard fields.count < TypeForm.countLimit else {
        throw fault("there are more than \(TypeForm.countLimit) fields", at: start)
      }
      try skip(":", or: "':' and the type of \(quoted(name))")
      fields.append(TypeForm.Field(name: name, type: try readType()))
      if skip("}") { return .fields(fields) }
      try skip(",", or: "',' or '}'")
    }
  }

  // A basic type or a named one.
  private mutating func readNamed() throws(SignatureFault) -> TypeForm {
    let (name, start) = try readName(of: "a type")
    if let basic = TypeForm.basic.first(where: { $0.name == name }) { return basic.form }
    if SignatureName.isType(name), known?.contains(name) ?? true { return .named(name) }
    throw fault(TypeNames.unknown(name, among: known ?? []), at: start)
  }
}

// Alternatives.
extension SignatureReader {
  // `"plain" | "rich"` or `1 | 2`.
  private mutating func readAlternatives() throws(SignatureFault) -> TypeForm {
    var texts: [String] = []
    var ints: [Int] = []
    repeat {
      skipSpace()
      let start = place
      switch try readAlternative() {
      case .text(let text):
        guard ints.isEmpty else { throw fault("the alternatives must be all texts or all ints", at: start) }
        if texts.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
          throw fault("the alternative \"\(excerpt(text))\" occurs twice", at: start)
        }
        texts.append(text)
      case .int(let int):
        guard texts.isEmpty else { throw fault("the alternatives must be all texts or all ints", at: start) }
        if ints.contains(int) { throw fault("the alternative \(int) occurs twice", at: start) }
        ints.append(int)
      default: throw fault("an alternative must be a text or an int", at: start)
      }
      guard texts.count + ints.count <= TypeForm.countLimit else {
        throw fault("there are more than \(TypeForm.countLimit) alternatives", at: start)
      }
    } while skip("|")
    return ints.isEmpty ? .texts(texts) : .ints(ints)
  }

  private mutating func readAlternative() throws(SignatureFault) -> Value {
    let start = place
    guard let byte = peek, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "-") || byte.isDigit else {
      throw expected("a text in double quotes or an int after '|'")
    }
    let end = endOfLiteral
    do throws(JSONError) {
      let value = try Value(json: Array(bytes[start..<end]))
      place = end
      return value
    } catch {
      throw fault(error.message, at: start + error.offset)
    }
  }

  /// Where the JSON ends that begins at the next byte, without a check of what is in it.
  var endOfLiteral: Int {
    var at = place
    var open = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""): at = endOfText(from: at)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        open += 1
        at += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if open == 0 { return at }
        open -= 1
        at += 1
      default:
        if open == 0 { return endOfWord(from: at) }
        at += 1
        continue
      }
      if open == 0 { return at }
    }
    return at
  }

  // Behind the closing quote.
  private func endOfText(from start: Int) -> Int {
    var at = start + 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(at + 1, bytes.count)
  }

  private func endOfWord(from start: Int) -> Int {
    let signs: StaticString = ",)]}|?=:\""
    return signs.withUTF8Buffer { signs in
      bytes[start...].firstIndex { SignatureName.isSpace($0) || signs.contains($0) } ?? bytes.count
    }
  }
}
