import ComponentKit

/// The same numbers for the same seed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// A value that can be written down and read back as it is, so without bytes.
  mutating func value(depth: Int = 0) -> Value {
    switch Int.random(in: 0..<(depth < 5 ? 10 : 6), using: &self) {
    case 0: .null
    case 1: .bool(.random(using: &self))
    case 2: .int(int())
    case 3: .double(double())
    case 4, 5: .text(text())
    case 6, 7: .list((0..<count()).map { _ in value(depth: depth + 1) })
    default: .map(Fields((0..<count()).map { _ in (text(), value(depth: depth + 1)) }))
    }
  }

  mutating func bytes(count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255, using: &self) } }

  private mutating func count() -> Int { Int.random(in: 0...Int.random(in: 0...6, using: &self), using: &self) }

  private mutating func int() -> Int {
    switch Int.random(in: 0..<6, using: &self) {
    case 0: Int.max
    case 1: Int.min
    case 2: Int(bitPattern: UInt(next()))
    default: .random(in: -1000...1000, using: &self)
    }
  }

  private mutating func double() -> Double {
    switch Int.random(in: 0..<6, using: &self) {
    case 0:
      [0.0, -0.0, 1.0, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 1e22, 1e23]
        .randomElement(using: &self)!
    case 1: .random(in: -1000...1000, using: &self)
    case 2: Double(Int.random(in: -10000...10000, using: &self)) / 100
    default:
      // Any bit pattern but those of infinity and of no number.
      Double(bitPattern: next() & ~(1 << 62))
    }
  }

  mutating func text() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &self) { text.append(scalar()) }
    return String(text)
  }

  private mutating func scalar() -> Unicode.Scalar {
    let range: ClosedRange<UInt32> =
      switch Int.random(in: 0..<8, using: &self) {
      case 0: 0...0x1F
      case 1: 0x7F...0xFF
      case 2: 0x2000...0x2070
      case 3: 0x100...0xD7FF
      case 4: 0xE000...0xFFFF
      case 5: 0x10000...0x10FFFF
      default: 0x20...0x7E
      }
    return Unicode.Scalar(UInt32.random(in: range, using: &self)) ?? "?"
  }
}

extension SeededGenerator {
  /// The bytes with up to three of them changed, dropped, doubled, moved or cut off; the telling ones may come in.
  mutating func mutation(of document: [UInt8], telling: [UInt8]) -> [UInt8] {
    var bytes = document
    for _ in 0..<Int.random(in: 1...3, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &self)
      switch Int.random(in: 0..<7, using: &self) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 1: bytes[place] = telling.randomElement(using: &self)!
      case 2: bytes.insert(telling.randomElement(using: &self)!, at: place)
      case 3: bytes.remove(at: place)
      case 4: bytes.removeSubrange(place..<min(place + 8, bytes.count))
      case 5:
        bytes.insert(
          contentsOf: bytes[place..<min(place + 12, bytes.count)], at: Int.random(in: bytes.indices, using: &self))
      default: if Bool.random(using: &self) { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }
}
