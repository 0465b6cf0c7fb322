import ComponentABI

/// Encodes values into the slots of a list.
struct ListPlaces: UnkeyedEncodingContainer {
  let arena: EncodingArena
  let node: EncodingNodePointer

  var codingPath: [any CodingKey] { arena.path(of: node) }
  var count: Int { arena.isWritable ? node.pointee.count : 0 }

  func encodeNil() throws { try next().encodeNil() }
  func encode(_ value: Bool) throws { try next().encode(value) }
  func encode(_ value: String) throws { try next().encode(value) }
  func encode(_ value: Double) throws { try next().encode(value) }
  func encode(_ value: Float) throws { try next().encode(value) }
  func encode(_ value: Int) throws { try next().encode(value) }
  func encode(_ value: Int8) throws { try next().encode(value) }
  func encode(_ value: Int16) throws { try next().encode(value) }
  func encode(_ value: Int32) throws { try next().encode(value) }
  func encode(_ value: Int64) throws { try next().encode(value) }
  func encode(_ value: UInt) throws { try next().encode(value) }
  func encode(_ value: UInt8) throws { try next().encode(value) }
  func encode(_ value: UInt16) throws { try next().encode(value) }
  func encode(_ value: UInt32) throws { try next().encode(value) }
  func encode(_ value: UInt64) throws { try next().encode(value) }
  func encode<T: Encodable>(_ value: T) throws { try next().encode(value) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place.unkeyedContainer() }
  func superEncoder() -> any Encoder { place }

  // A new slot. A write to it fails where nothing can be written any more.
  @inline(__always)
  private var place: PlaceEncoder {
    PlaceEncoder(arena: arena, node: node, index: arena.isWritable ? arena.append(to: node) : 0)
  }

  // Out of line, as in `KeyedPlaces`.
  @inline(never)
  private func next() throws(EncodingFault) -> PlaceEncoder {
    try arena.checkWritable()
    return place
  }
}
