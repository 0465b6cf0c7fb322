import ComponentABI

/// Encodes values into the slots of a map.
struct KeyedPlaces<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let arena: EncodingArena
  let node: EncodingNodePointer

  var codingPath: [any CodingKey] { arena.path(of: node) }

  func encodeNil(forKey key: Key) throws { try place(key).encodeNil() }
  func encode(_ value: Bool, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: String, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: Double, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: Float, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: Int, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: Int8, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: Int16, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: Int32, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: Int64, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: UInt, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: UInt8, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: UInt16, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: UInt32, forKey key: Key) throws { try place(key).encode(value) }
  func encode(_ value: UInt64, forKey key: Key) throws { try place(key).encode(value) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try place(key).encode(value) }

  // Nil is null, so that replies of one type have the same keys.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try place(key).encode(orNull: value) }
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try place(key).encode(orNull: value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    slot(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    slot(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { slot("super") }
  func superEncoder(forKey key: Key) -> any Encoder { slot(key.stringValue) }

  // The key's slot. A write to it fails where nothing can be written any more.
  @inline(__always)
  private func slot(_ key: String) -> PlaceEncoder {
    PlaceEncoder(arena: arena, node: node, index: arena.isWritable ? arena.slot(of: key, in: node) : 0)
  }

  // Out of line: every encoding function would otherwise contain this code, and a load copies all of a component's
  // code.
  @inline(never)
  private func place(_ key: Key) throws(EncodingFault) -> PlaceEncoder {
    try arena.checkWritable()
    return slot(key.stringValue)
  }
}
