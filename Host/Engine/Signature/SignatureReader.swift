import ComponentKit

/// Reads one signature, or the definition of one type.
struct SignatureReader {
  let bytes: [UInt8]
  /// The next byte to read.
  var place = 0
  /// How many lists and maps are open.
  var depth = 0
  /// The named types that may be referred to; nil where any may.
  let known: [String]?
  /// What defaults of named types are checked against.
  let types: TypeNames

  init(_ text: String, known: [String]?, types: TypeNames, limit: Int) throws(SignatureFault) {
    guard text.utf8.count <= limit else {
      throw SignatureFault("\(text.utf8.count) bytes are too long, the limit is \(limit)")
    }
    bytes = Array(text.utf8)
    self.known = known
    self.types = types
  }

  mutating func readSignature() throws(SignatureFault) -> Signature {
    try skip("(", or: "'('")
    let parameters = try readParameters()
    var reply: TypeForm?
    skipSpace()
    if bytes[place...].starts(with: "->".utf8) {
      place += 2
      reply = try readType()
    }
    try end(after: "the signature")
    return Signature(parameters: parameters, reply: reply)
  }

  mutating func readDefinition() throws(SignatureFault) -> TypeForm {
    let form = try readType()
    try end(after: "the type")
    return form
  }

  // Behind the opening parenthesis.
  private mutating func readParameters() throws(SignatureFault) -> [Signature.Parameter] {
    var parameters: [Signature.Parameter] = []
    if skip(")") { return parameters }
    while true {
      let (name, start) = try readName(of: parameters.isEmpty ? "a parameter or ')'" : "a parameter")
      if parameters.contains(where: { $0.name == name }) {
        throw fault("the parameter \(quoted(name)) occurs twice", at: start)
      }
      guard parameters.count < TypeForm.countLimit else {
        throw fault("there are more than \(TypeForm.countLimit) parameters", at: start)
      }
      try skip(":", or: "':' and the type of \(quoted(name))")
      let type = try readType()
      var value: Value?
      if skip("=") { value = try readDefault(of: name, type) }
      parameters.append(Signature.Parameter(name: name, type: type, default: value))
      if skip(")") { return parameters }
      try skip(",", or: "',' or ')'")
    }
  }

  private mutating func readDefault(of name: String, _ type: TypeForm) throws(SignatureFault) -> Value {
    skipSpace()
    let start = place
    let end = endOfLiteral
    guard end > start else { throw expected("the default of \(quoted(name))") }
    let value: Value
    do throws(JSONError) {
      value = try Value(json: Array(bytes[start..<end]))
    } catch {
      throw fault("the default of \(quoted(name)) is not JSON: \(error.message)", at: start + error.offset)
    }
    place = end
    do throws(Mismatch) {
      return try Conversion(types: types).convert(default: value, to: type)
    } catch {
      throw fault(error.inside(key: name).sentence(.default), at: start)
    }
  }
}

// Small steps.
extension SignatureReader {
  /// A name and where it begins.
  mutating func readName(of what: String) throws(SignatureFault) -> (String, Int) {
    skipSpace()
    let start = place
    guard let first = peek, !first.isDigit, first.isWord else {
      throw expected("the name of \(what)")
    }
    while let byte = peek, byte.isWord { place += 1 }
    guard place - start <= SignatureName.limit else {
      throw fault("a name has at most \(SignatureName.limit) bytes, this one \(place - start)", at: start)
    }
    return (String(decoding: bytes[start..<place], as: UTF8.self), start)
  }

  /// The next byte; nil at the end.
  var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Steps over spaces, and over a sign if it is next.
  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard peek == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  mutating func skip(_ sign: Unicode.Scalar, or what: @autoclosure () -> String) throws(SignatureFault) {
    guard skip(sign) else { throw expected(what()) }
  }

  mutating func skipSpace() { while let byte = peek, SignatureName.isSpace(byte) { place += 1 } }

  private mutating func end(after what: String) throws(SignatureFault) {
    skipSpace()
    if peek != nil { throw fault("unexpected \(found) after \(what)", at: place) }
  }

  /// A fault at a byte.
  func fault(_ message: String, at offset: Int) -> SignatureFault {
    SignatureFault(message, column: 1 + bytes.prefix(offset).count { $0 & 0xC0 != 0x80 })
  }

  /// The fault that something else stands at the next byte.
  func expected(_ what: String) -> SignatureFault {
    fault("expected \(what), \(peek == nil ? "but the text ends here" : "found \(found)")", at: place)
  }

  private var found: String {
    var end = min(place + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return quoted(String(decoding: bytes[place..<end], as: UTF8.self))
  }
}
