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
  mutating func decode(_ type: Bool.Type) -> Bool { next().decode(type) }
  mutating func decode(_ type: String.Type) -> String { next().decode(type) }
  mutating func decode(_ type: Double.Type) -> Double { next().decode(type) }
  mutating func decode(_ type: Float.Type) -> Float { next().decode(type) }
  mutating func decode(_ type: Int.Type) -> Int { next().decode(type) }
  mutating func decode(_ type: Int8.Type) -> Int8 { next().decode(type) }
  mutating func decode(_ type: Int16.Type) -> Int16 { next().decode(type) }
  mutating func decode(_ type: Int32.Type) -> Int32 { next().decode(type) }
  mutating func decode(_ type: Int64.Type) -> Int64 { next().decode(type) }
  mutating func decode(_ type: UInt.Type) -> UInt { next().decode(type) }
  mutating func decode(_ type: UInt8.Type) -> UInt8 { next().decode(type) }
  mutating func decode(_ type: UInt16.Type) -> UInt16 { next().decode(type) }
  mutating func decode(_ type: UInt32.Type) -> UInt32 { next().decode(type) }
  mutating func decode(_ type: UInt64.Type) -> UInt64 { next().decode(type) }
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
