import ComponentKit
import Testing

@Suite struct JSONRoundTripTests {
  @Test func `a written value reads back as it was`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<5000 {
      let value = generator.value()
      let line = try value.json()
      let readable = try value.json(style: .readable)
      #expect(try Value(json: line) == value)
      #expect(try Value(json: readable) == value)
      // Equal bytes say more than equal values: the sign of zero, the form of a letter, the order of keys.
      #expect(try Value(json: readable).json() == line)
      #expect(try Array(Value(json: line).json().utf8) == Array(line.utf8))
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      #expect(!line.contains { $0.isNewline })
    }
  }

  @Test func `any finite double reads back bit by bit`() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let double = Double(bitPattern: generator.next())
      guard double.isFinite else { continue }
      #expect(try Value(json: Value.double(double).json()).double?.bitPattern == double.bitPattern)
    }
  }

  @Test func `any short decimal is read as Swift reads it`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let digits = UInt64.random(in: 0...(1 << UInt64.random(in: 1...60, using: &generator)), using: &generator)
      let text = "\(digits)e\(Int.random(in: -40...40, using: &generator))"
      #expect(try Value(json: text).double == Double(text))
    }
  }

  @Test func `a spoiled document is refused or is another document`() throws {
    var generator = SeededGenerator(seed: 4)
    var accepted = 0
    var documents: [[UInt8]] = []
    for index in 0..<200 {
      let value = Value.list([generator.value(), generator.value(), ["key": generator.value(depth: 2)]])
      documents.append(Array(try value.json(style: index % 2 == 0 ? .line : .readable).utf8))
    }
    for index in 0..<20_000 {
      let bytes = generator.mutation(of: documents[index % documents.count], telling: telling)
      guard let value = try? Value(json: bytes) else { continue }
      accepted += 1
      let line = try value.json()
      #expect(try Value(json: line) == value)
      #expect(try Value(json: value.json(style: .readable)).json() == line)
    }
    // Both outcomes must have been met, or the test says nothing.
    #expect(accepted > 1000 && accepted < 19_000)
  }

  private var telling: [UInt8] {
    Array("\"\\{}[],:0123456789eE+-.tfnu \n\u{0}\u{7F}éud8".utf8) + [0xFF, 0xC0, 0xED, 0xF4, 0x80]
  }
}
