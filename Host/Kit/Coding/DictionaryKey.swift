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
