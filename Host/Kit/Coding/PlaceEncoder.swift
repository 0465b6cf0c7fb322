import ComponentABI

/// Encodes one value into its slot: Swift's `Encoder`, three words, so that handing it around costs nothing.
struct PlaceEncoder: Encoder {
  let arena: EncodingArena
  let node: EncodingNodePointer
  let index: Int

  var codingPath: [any CodingKey] { arena.path(in: node, at: index) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy key: Key.Type) -> KeyedEncodingContainer<Key> {
    let node = arena.node(in: node, at: index, isMap: true)
    // Whether the keys are those of a dictionary is found out for structs only: the keys that an author writes are an
    // enum's.
    if TypeFacts(key).isStruct, ObjectIdentifier(key) == DictionaryKey.id, arena.isWritable {
      node.pointee.isSorted = true
    }
    return KeyedEncodingContainer(KeyedPlaces(arena: arena, node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ListPlaces(arena: arena, node: arena.node(in: node, at: index, isMap: false))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension PlaceEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { try arena.write(component_value(), in: node, at: index) }
  func encode(_ value: Bool) throws { try arena.write(component_value(value), in: node, at: index) }
  func encode(_ value: String) throws { try arena.write(value, in: node, at: index) }
  func encode(_ value: Double) throws { try arena.write(component_value(value), in: node, at: index) }
  func encode(_ value: Float) throws { try encode(Double(value)) }
  func encode(_ value: Int) throws { try arena.write(component_value(value), in: node, at: index) }
  func encode(_ value: Int8) throws { try encode(Int(value)) }
  func encode(_ value: Int16) throws { try encode(Int(value)) }
  func encode(_ value: Int32) throws { try encode(Int(value)) }
  func encode(_ value: Int64) throws { try encode(Int(value)) }
  func encode(_ value: UInt) throws { try encode(UInt64(value)) }
  func encode(_ value: UInt8) throws { try encode(Int(value)) }
  func encode(_ value: UInt16) throws { try encode(Int(value)) }
  func encode(_ value: UInt32) throws { try encode(Int(value)) }
  func encode(_ value: UInt64) throws { try encode(try arena.fitting(value, in: node, at: index)) }
  func encode<T: Encodable>(_ value: T) throws { try arena.encode(value, in: node, at: index) }

  @inline(__always)
  func encode<T: Encodable>(orNull value: T?) throws {
    if let value { try encode(value) } else { try encodeNil() }
  }
}

/// The type of the keys by which Swift's dictionaries are encoded, which is Swift's own and has no public name.
///
/// A dictionary's order is another one in every run; encoded it has that of its keys, so that one reply is always
/// written the same.
enum DictionaryKey {
  static let id: ObjectIdentifier? = {
    let probe = KeyProbe()
    do { try [String: Int]().encode(to: probe) } catch { return nil }
    return probe.id
  }()
}

/// An encoder that only finds out by which type of keys something is encoded; nothing can be written to it.
private final class KeyProbe: Encoder {
  private(set) var id: ObjectIdentifier?
  private let place: PlaceEncoder

  init() {
    let arena = EncodingArena(UnsafeMutableRawBufferPointer(start: nil, count: 0))
    place = PlaceEncoder(arena: arena, node: arena.makeNode(in: nil, at: 0, isMap: false, depth: 0), index: 0)
    arena.finish()
  }

  deinit { place.arena.close() }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy key: Key.Type) -> KeyedEncodingContainer<Key> {
    id = ObjectIdentifier(key)
    return KeyedEncodingContainer(KeyedPlaces(arena: place.arena, node: place.node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { place.unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { place }
}
