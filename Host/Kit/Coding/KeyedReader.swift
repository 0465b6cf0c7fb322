import ComponentABI

/// Reads the entries of a map by their keys.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let frame: DecodingFrame

  var codingPath: [any CodingKey] { frame.path() }
  var allKeys: [Key] { frame.value.entries.compactMap { $0.key.isSound ? Key(stringValue: $0.key.string) : nil } }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    try entry(key, nil).pointee.value.kind == COMPONENT_KIND_NULL
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(type, key) { try frame.bool($0, $1) } }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(type, key) { try frame.text($0, $1) } }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try read(type, key) { try frame.double($0, $1) }
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(type, key) { try frame.float($0, $1) } }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if let entry = find(key) {
      return try frame.decode(type, entry.pointee.value, .key(entry.pointee.key))
    }
    // A type that takes nil takes absence as well, but for a `Value` that must be there.
    if T.self != Value.self, let optional = T.self as? any ExpressibleByNilLiteral.Type, let none = optional.none as? T
    {
      return none
    }
    throw frame.missing(key, type)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let entry = find(key), entry.pointee.value.kind != COMPONENT_KIND_NULL else { return nil }
    return try frame.decode(type, entry.pointee.value, .key(entry.pointee.key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try ListReader(nested(key)) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }

  func superDecoder() throws -> any Decoder {
    let place = CodingPlace("super")
    guard let entry = frame.find(place.stringValue) else { throw frame.missing(place, nil) }
    return DecodingFrame(entry.pointee.value, in: frame, .key(entry.pointee.key))
  }

  private func nested(_ key: Key) throws -> DecodingFrame {
    let entry = try entry(key, nil)
    return DecodingFrame(entry.pointee.value, in: frame, .key(entry.pointee.key))
  }

  @inline(__always)
  private func integer<I: FixedWidthInteger>(_ key: Key) throws -> I {
    try read(I.self, key) { try frame.integer(I.self, $0, $1) }
  }

  @inline(__always)
  private func read<T>(
    _ type: T.Type, _ key: Key, _ read: (component_value, DecodingStep) throws -> T
  ) throws -> T {
    let entry = try entry(key, type)
    return try read(entry.pointee.value, .key(entry.pointee.key))
  }

  private func entry(_ key: Key, _ type: Any.Type?) throws -> UnsafePointer<component_entry> {
    guard let entry = find(key) else { throw frame.missing(key, type) }
    return entry
  }

  // Out of line: every reading function would otherwise contain this code, and a load copies all of a component's code.
  @inline(never)
  private func find(_ key: Key) -> UnsafePointer<component_entry>? { frame.find(key.stringValue) }
}

extension ExpressibleByNilLiteral {
  fileprivate static var none: Self { nil }
}
