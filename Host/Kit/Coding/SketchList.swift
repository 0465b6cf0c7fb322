/// The list of a decoder that notes what was asked for.
struct SketchList: UnkeyedDecodingContainer {
  let run: SketchRun
  let note: SketchNote
  let sample: SketchSample
  private(set) var currentIndex = 0

  init(run: SketchRun, note: SketchNote, sample: SketchSample) {
    self.run = run
    self.note = note
    self.sample = sample
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { sample.isEmpty ? 0 : sample.itemCount }
  var isAtEnd: Bool { sample.isEmpty || currentIndex >= sample.itemCount }

  mutating func decodeNil() -> Bool { false }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try next().decode(type) }
  mutating func decode(_ type: String.Type) throws -> String { try next().decode(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try next().decode(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try next().decode(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try next().decode(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try next().decode(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try next().decode(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try next().decode(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try next().decode(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try next().decode(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next().decode(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next().decode(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next().decode(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next().decode(type) }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
    next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { next().unkeyedContainer() }
  mutating func superDecoder() -> any Decoder { next() }

  private mutating func next() -> SketchDecoder {
    currentIndex += 1
    return SketchDecoder(run: run, note: note.item(), sample: sample)
  }
}
