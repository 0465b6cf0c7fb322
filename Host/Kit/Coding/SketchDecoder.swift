/// A decoder that has nothing to read: it gives samples, and notes what was asked for.
struct SketchDecoder: Decoder {
  let run: SketchRun
  let note: SketchNote
  let sample: SketchSample

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    note.beginRecord()
    return KeyedDecodingContainer(SketchRecord(run: run, note: note, sample: sample))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    note.beginList()
    return SketchList(run: run, note: note, sample: sample)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension SketchDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    note.isOptional = true
    return sample.isEmpty
  }

  func decode(_ type: Bool.Type) throws -> Bool { try straight(type) }
  func decode(_ type: String.Type) throws -> String { try straight(type) }
  func decode(_ type: Double.Type) throws -> Double { try straight(type) }
  func decode(_ type: Float.Type) throws -> Float { try straight(type) }
  func decode(_ type: Int.Type) throws -> Int { try straight(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try straight(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try straight(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try straight(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try straight(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try straight(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try straight(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try straight(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try straight(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try straight(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try straight(type) }

  private func straight<T: Decodable>(_ type: T.Type) throws -> T {
    try sample.straight(type, note) ?? run.discover(type, note)
  }
}
