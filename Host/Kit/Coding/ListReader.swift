import ComponentABI

/// Reads the items of a list, one after the other.
struct ListReader: UnkeyedDecodingContainer {
  private let frame: DecodingFrame
  private(set) var currentIndex = 0

  init(_ frame: DecodingFrame) throws {
    _ = try frame.items()
    self.frame = frame
  }

  var codingPath: [any CodingKey] { frame.path() }
  var count: Int? { frame.value.items.count }
  var countLeft: Int { frame.value.items.count - currentIndex }
  var isAtEnd: Bool { currentIndex >= frame.value.items.count }

  mutating func decodeNil() throws -> Bool {
    guard try item().kind == COMPONENT_KIND_NULL else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool($1, $2) } }
  mutating func decode(_ type: String.Type) throws -> String { try next { try $0.text($1, $2) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.double($1, $2) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.float($1, $2) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next { try $0.decode(type, $1, $2) } }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next { try DecodingFrame($1, in: $0, $2).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try ListReader(DecodingFrame($1, in: $0, $2)) }
  }

  mutating func superDecoder() throws -> any Decoder { try next { DecodingFrame($1, in: $0, $2) } }

  @inline(__always)
  private mutating func integer<I: FixedWidthInteger>() throws -> I { try next { try $0.integer(I.self, $1, $2) } }

  // Goes on only if the item could be read, as Swift asks for.
  @inline(__always)
  private mutating func next<T>(_ read: (DecodingFrame, component_value, DecodingStep) throws -> T) throws -> T {
    let result = try read(frame, try item(), .index(currentIndex))
    currentIndex += 1
    return result
  }

  @inline(__always)
  private func item() throws -> component_value {
    let items = frame.value.items
    guard currentIndex < items.count else { throw frame.short(items.count) }
    return items[currentIndex]
  }
}
