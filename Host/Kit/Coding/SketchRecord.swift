/// The record of a decoder that notes what was asked for.
struct SketchRecord<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let run: SketchRun
  let note: SketchNote
  let sample: SketchSample

  var codingPath: [any CodingKey] { [] }

  /// The key "0" of a type that takes any key; the key whose turn it is of one that can list them.
  var allKeys: [Key] {
    if sample.isEmpty { return [] }
    if let cases = (Key.self as? any CaseIterable.Type)?.keys as? [Key] {
      note.choices = cases.count
      return sample.choice < cases.count ? [cases[sample.choice]] : []
    }
    if let key = Key(stringValue: "0") {
      note.isMap = true
      return [key]
    }
    note.hasHiddenKeys = true
    return []
  }

  // A type that asks whether a key is there can do without it.
  func contains(_ key: Key) -> Bool {
    note.field(key.stringValue).isOptional = true
    return true
  }

  func decodeNil(forKey key: Key) -> Bool { at(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) -> Bool { at(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) -> String { at(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) -> Double { at(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) -> Float { at(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) -> Int { at(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) -> Int8 { at(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) -> Int16 { at(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) -> Int32 { at(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) -> Int64 { at(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) -> UInt { at(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) -> UInt8 { at(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) -> UInt16 { at(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) -> UInt32 { at(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) -> UInt64 { at(key).decode(type) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try at(key).decode(type) }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    note.field(key.stringValue).isOptional = true
    do {
      return try at(key).decode(type)
    } catch is SketchRun.MetAgain {
      return nil
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    at(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { at(key).unkeyedContainer() }
  func superDecoder() -> any Decoder { SketchDecoder(run: run, note: note.field("super"), sample: sample) }
  func superDecoder(forKey key: Key) -> any Decoder { at(key) }

  private func at(_ key: Key) -> SketchDecoder {
    SketchDecoder(run: run, note: note.field(key.stringValue), sample: sample)
  }
}

extension CaseIterable {
  fileprivate static var keys: Any { Array(allCases) }
}
