extension Value {
  /// Reads JSON, as RFC 8259 has it and nothing besides.
  ///
  /// A number without fraction and exponent is an int and must fit in 64 bits, every other number is a double. Keys
  /// must be unique. Lists and maps may nest as deep as `depthLimit`.
  public init(json text: String) throws(JSONError) {
    var text = text
    self = try text.withUTF8 { bytes in
      Result { () throws(JSONError) in try JSONReader.read(UnsafeRawBufferPointer(bytes)) }
    }.get()
  }

  /// Reads JSON from bytes, which must be UTF-8 without a byte order mark.
  public init(json bytes: UnsafeRawBufferPointer) throws(JSONError) {
    if let offset = bytes.firstInvalidUTF8 {
      let digits = String(bytes[offset], radix: 16)
      throw JSONError("the byte 0x\(digits) is not valid UTF-8 here", at: offset, of: bytes)
    }
    self = try JSONReader.read(bytes)
  }

  /// Reads JSON from bytes, which must be UTF-8 without a byte order mark.
  public init(json bytes: [UInt8]) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      try Value(json: UnsafeRawBufferPointer(bytes))
    }
  }
}

/// Reads one JSON document from borrowed bytes that are valid UTF-8.
struct JSONReader {
  let bytes: UnsafeRawBufferPointer

  /// The next byte to read.
  var place = 0

  /// Where a text with escapes is put together; kept for its memory.
  var scratch: [UInt8] = []

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> Value {
    var reader = JSONReader(bytes: bytes)
    return try reader.readDocument()
  }

  private mutating func readDocument() throws(JSONError) -> Value {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error("JSON must not begin with a byte order mark", at: 0) }
    skipSpace()
    if peek == nil { throw error("expected a value, but there is nothing", at: place) }
    let value = try readValue(depth: 0)
    skipSpace()
    if peek != nil { throw error("unexpected \(found) after the value", at: place) }
    return value
  }

  /// Reads the value that begins at the next byte, inside so many lists and maps.
  private mutating func readValue(depth: Int) throws(JSONError) -> Value {
    guard let byte = peek else { throw expected("a value") }
    switch byte {
    case UInt8(ascii: "\""): return .text(try readText())
    case UInt8(ascii: "{"): return .map(try readMap(depth: depth + 1))
    case UInt8(ascii: "["): return .list(try readList(depth: depth + 1))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    default: return try readWord()
    }
  }

  private mutating func readList(depth: Int) throws(JSONError) -> [Value] {
    try open(depth: depth)
    var list: [Value] = []
    if skip(UInt8(ascii: "]")) { return list }
    while true {
      list.append(try readValue(depth: depth))
      skipSpace()
      if skip(UInt8(ascii: "]")) { return list }
      guard skip(UInt8(ascii: ",")) else { throw expected("',' or ']'") }
      skipSpace()
    }
  }

  private mutating func readMap(depth: Int) throws(JSONError) -> Fields {
    try open(depth: depth)
    // Without labels, as fields keep them: the array would otherwise be made anew.
    var entries: [(String, Value)] = []
    var keys: Set<ByteKey> = []
    if skip(UInt8(ascii: "}")) { return Fields(unique: entries) }
    while true {
      guard peek == UInt8(ascii: "\"") else { throw expected("a key in double quotes") }
      let start = place
      let key = try readText()
      if Self.isTaken(key, in: entries, &keys) { throw limit("key \(Excerpt.quoted(key)) occurs twice", at: start) }
      skipSpace()
      guard skip(UInt8(ascii: ":")) else { throw expected("':' after the key") }
      skipSpace()
      entries.append((key, try readValue(depth: depth)))
      skipSpace()
      if skip(UInt8(ascii: "}")) { return Fields(unique: entries) }
      guard skip(UInt8(ascii: ",")) else { throw expected("',' or '}'") }
      skipSpace()
    }
  }

  // Enters a list or map.
  private mutating func open(depth: Int) throws(JSONError) {
    guard depth <= Value.depthLimit else {
      throw limit("lists and maps nest deeper than \(Value.depthLimit)", at: place)
    }
    place += 1
    skipSpace()
  }

  // Whether a key is among the entries. The set is filled only once there are too many for a search.
  private static func isTaken(_ key: String, in entries: [(String, Value)], _ keys: inout Set<ByteKey>) -> Bool {
    if entries.count < Fields.searchLimit { return entries.contains { $0.0.hasBytes(of: key) } }
    if keys.isEmpty { keys.formUnion(entries.lazy.map { ByteKey($0.0) }) }
    return !keys.insert(ByteKey(key)).inserted
  }
}

// Small steps.
extension JSONReader {
  /// The next byte; nil at the end.
  var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Steps over one byte if it is the given one.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    place += 1
    return true
  }

  mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  func error(_ message: String, at offset: Int) -> JSONError { JSONError(message, at: offset, of: bytes) }

  /// The same of what is JSON, and can't be held.
  func limit(_ message: String, at offset: Int) -> JSONError {
    JSONError(message, at: offset, of: bytes, isOfLimit: true)
  }

  func expected(_ what: String) -> JSONError {
    if peek == nil { return error("expected \(what), but the text ends here", at: place) }
    return error("expected \(what), found \(found)", at: place)
  }

  /// The next character, for messages.
  private var found: String {
    var end = min(place + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return "'\(Excerpt.plain(bytes.part(place..<end)))'"
  }
}
