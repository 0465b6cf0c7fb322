import ComponentKit
import Testing

@Suite struct CodingRoundTripTests {
  @Test func `whatever is encoded reads back as it was`() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<1500 {
      let chapter = generator.chapter()
      #expect(try decoded(Chapter.self, encoded(chapter)) == chapter)
      // Straight from the encoder's memory, without a copy between.
      let direct = try ValueEncoder.withEncoded(chapter) { (value) throws(Failure) in
        try ValueDecoder.decode(Chapter.self, from: value.pointee)
      }
      #expect(direct == chapter)
    }
  }

  @Test func `any value is a Value, before and after`() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<2000 {
      let value = generator.value()
      #expect(try encoded(value) == value)
      #expect(try decoded(Value.self, value) == value)
      #expect(try decoded([Value].self, encoded([value, value])) == [value, value])
    }
  }

  @Test func `a value of any form is read or refused, never more`() {
    var generator = SeededGenerator(seed: 9)
    var read = 0
    for _ in 0..<4000 {
      var fields = Fields(
        Chapter.fieldNames.map { ($0, generator.value()) })
      if let whole = try? encoded(generator.chapter()).map {
        for (key, value) in whole where Int.random(in: 0..<12, using: &generator) > 0 { fields[key] = value }
      }
      if let failure = refusal(Chapter.self, .map(fields)) {
        #expect(["missing_field", "mistyped_field", "unknown_case"].contains(failure.reason))
      } else {
        read += 1
      }
    }
    #expect(read > 100 && read < 3900)
  }

  @Test func `other coders of Kit's values see what they can see`() throws {
    let timestamp = Timestamp(nanoseconds: 1_500_000_000)
    #expect(try encoded([timestamp]) == ["1970-01-01T00:00:01.5Z"])
    #expect(try decoded(Fields.self, ["a": [1]]) == ["a": [1]])
    #expect(try decoded([String: Value].self, ["a": nil, "b": "x"]) == ["a": nil, "b": "x"])
  }
}

extension Chapter {
  static let fieldNames = [
    "id", "title", "tags", "parts", "levels", "when", "cover", "extra", "grid", "holes", "numbers", "shapes",
    "byNumber",
  ]
}

extension SeededGenerator {
  mutating func list<T>(_ make: (inout SeededGenerator) -> T) -> [T] {
    (0..<Int.random(in: 0...5, using: &self)).map { _ in make(&self) }
  }

  mutating func word() -> String {
    String("aé☃\u{0}x😀zzzzzzzzzzzzzzzzzzzz".shuffled(using: &self).prefix(Int.random(in: 0...26, using: &self)))
  }

  mutating func chapter() -> Chapter {
    Chapter(
      id: Int(bitPattern: UInt(next())), title: Bool.random(using: &self) ? word() : nil,
      tags: list { $0.word() }, parts: list { $0.part() },
      levels: Dictionary(list { ($0.word(), Bool.random(using: &$0) ? Level.low : .high) }) { a, _ in a },
      when: Timestamp(nanoseconds: Int64(bitPattern: next())),
      cover: bytes(count: Int.random(in: 0...5000, using: &self)),
      extra: value(), grid: list { $0.list { Double.random(in: -1...1, using: &$0) } },
      holes: list { Bool.random(using: &$0) ? 1 : nil }, numbers: Bool.random(using: &self) ? numbers() : nil,
      shapes: list {
        Bool.random(using: &$0) ? .circle(radius: 0.5) : Bool.random(using: &$0) ? .square(1, 2) : .nothing
      },
      byNumber: Dictionary(list { (Int.random(in: -9...9, using: &$0), $0.word()) }) { a, _ in a })
  }

  private mutating func part() -> Part {
    Part(
      title: word(), style: Bool.random(using: &self) ? .plain : .rich,
      pages: list { Int.random(in: 0...9, using: &$0) })
  }

  private mutating func numbers() -> Numbers {
    Numbers(
      a: .random(in: .min ... .max, using: &self), b: .random(in: .min ... .max, using: &self),
      c: .random(in: .min ... .max, using: &self), d: .random(in: .min ... .max, using: &self),
      e: .random(in: .min ... .max, using: &self), f: .random(in: .min ... .max, using: &self),
      g: .random(in: .min ... .max, using: &self), h: next() >> 1, i: UInt(next() >> 1),
      j: Float.random(in: -9...9, using: &self), k: Double(bitPattern: next() & ~(1 << 62)), l: .random(using: &self))
  }
}
