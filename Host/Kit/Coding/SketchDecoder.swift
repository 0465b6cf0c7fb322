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

  func decode(_ type: Bool.Type) -> Bool { noted(.bool, sample.bool) }
  func decode(_ type: String.Type) -> String { noted(.text, sample.text) }
  func decode(_ type: Double.Type) -> Double { noted(.double, Double(sample.number)) }
  func decode(_ type: Float.Type) -> Float { noted(.double, Float(sample.number)) }
  func decode(_ type: Int.Type) -> Int { noted(.int, sample.number) }
  func decode(_ type: Int8.Type) -> Int8 { noted(.int, Int8(sample.number)) }
  func decode(_ type: Int16.Type) -> Int16 { noted(.int, Int16(sample.number)) }
  func decode(_ type: Int32.Type) -> Int32 { noted(.int, Int32(sample.number)) }
  func decode(_ type: Int64.Type) -> Int64 { noted(.int, Int64(sample.number)) }
  func decode(_ type: UInt.Type) -> UInt { noted(.int, UInt(sample.number)) }
  func decode(_ type: UInt8.Type) -> UInt8 { noted(.int, UInt8(sample.number)) }
  func decode(_ type: UInt16.Type) -> UInt16 { noted(.int, UInt16(sample.number)) }
  func decode(_ type: UInt32.Type) -> UInt32 { noted(.int, UInt32(sample.number)) }
  func decode(_ type: UInt64.Type) -> UInt64 { noted(.int, UInt64(sample.number)) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try sample.straight(type, note) ?? run.discover(type, note) }

  private func noted<T>(_ form: TypeForm, _ value: T) -> T {
    note.set(form)
    return value
  }
}
