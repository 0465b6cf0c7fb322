import ComponentKit
import Testing

@Suite struct UTF8CheckTests {
  @Test func `every sequence of one or two bytes is judged as Swift does`() {
    #expect(isValid([]))
    for first in UInt8.min...UInt8.max {
      expectSameVerdict([first])
      for second in UInt8.min...UInt8.max { expectSameVerdict([first, second]) }
    }
  }

  // Bytes at both sides of every border.
  private static let borders: [UInt8] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xF8, 0xFF,
  ]

  @Test func `sequences of three and four bytes are judged as Swift does`() {
    for first in UInt8(0xC0)...0xFF {
      for second in stride(from: UInt8(0), through: 0xF0, by: 0x10) {
        for second in [second, second | 0x0F] {
          for third in Self.borders {
            expectSameVerdict([first, second, third])
            for fourth in Self.borders where first >= 0xEF { expectSameVerdict([first, second, third, fourth]) }
          }
        }
      }
    }
  }

  @Test func `random bytes are judged as Swift does`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<50_000 {
      var bytes = generator.bytes(count: 4)
      bytes[0] |= 0xC0
      expectSameVerdict(bytes)
      for index in 1..<4 { bytes[index] = bytes[index] & 0x3F | 0x80 }
      expectSameVerdict(bytes)
    }
  }

  @Test(
    arguments: [
      [0x80], [0xC3, 0xA9], [0xC3], [0xE2, 0x82, 0xAC], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98, 0x80],
      [0xF0, 0x9F, 0x98], [0xFF], [0x00], [0xC3, 0x41],
    ] as [[UInt8]])
  func `the place of a sequence does not matter`(sequence: [UInt8]) {
    for before in 0...17 {
      for after in 0...17 {
        expectSameVerdict(Array(repeating: 0x61, count: before) + sequence + Array(repeating: 0x62, count: after))
      }
    }
  }

  // 256 bytes are looked at at a time, in words: a byte that is no ASCII is found in each of them, and after them.
  @Test(arguments: [255, 256, 257, 513, 800]) func `no place of a long text is left out`(count: Int) {
    var bytes = [UInt8](repeating: 0x61, count: count)
    expectSameVerdict(bytes)
    for place in stride(from: 0, to: count, by: 7) {
      bytes[place] = 0xC3
      expectSameVerdict(bytes)
      if place + 1 < count {
        bytes[place + 1] = 0xA9
        expectSameVerdict(bytes)
        bytes[place + 1] = 0x61
      }
      bytes[place] = 0x61
    }
  }

  @Test func `the alignment of the bytes does not matter`() {
    let bytes = Array("0123456789 äöü 0123456789 \u{10FFFF} 0123456789".utf8)
    bytes.withUnsafeBytes { bytes in
      for start in bytes.indices {
        for end in start...bytes.count {
          let part = bytes[start..<end]
          #expect(
            UnsafeRawBufferPointer(rebasing: part).isValidUTF8 == (String(validating: part, as: UTF8.self) != nil))
        }
      }
    }
  }

  private func isValid(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes(\.isValidUTF8) }

  // Records failures only, since recording takes longer than checking.
  private func expectSameVerdict(_ bytes: [UInt8]) {
    let expected = String(validating: bytes, as: UTF8.self) != nil
    if isValid(bytes) != expected { Issue.record("\(bytes) is \(expected ? "" : "not ")valid") }
  }
}
