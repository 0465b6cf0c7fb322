/// One broken library: a number makes always the same.
struct Mutant {
  struct Change {
    let offset: Int
    let bytes: [UInt8]
  }

  let original: Original
  let changes: [Change]

  /// The library as it is.
  init(_ original: Original) {
    self.original = original
    changes = []
  }

  init(_ number: Int, of originals: [Original], seed: UInt64) {
    var dice = Dice(seed &* 0x2545_f491_4f6c_dd1d &+ UInt64(number))
    original = originals[number % originals.count]
    var changes: [Change] = []
    for _ in 0...dice.below(3) { changes.append(Mutant.change(original, &dice)) }
    self.changes = changes
  }

  var bytes: [UInt8] {
    var bytes = original.bytes
    for change in changes {
      bytes.replaceSubrange(change.offset..<(change.offset + change.bytes.count), with: change.bytes)
    }
    return bytes
  }

  /// Numbers at which something begins or ends.
  private static let numbers: [UInt64] = [
    0, 1, 2, 3, 4, 7, 8, 15, 16, 23, 24, 55, 56, 63, 64, 255, 256, 4095, 4096, 65535, 65536, 1 << 20, 1 << 31,
    0x7fff_ffff, 0xffff_ffff, 0xffff_fff0, 1 << 32, 1 << 47, 1 << 56, (1 << 56) - 1, 1 << 62, .max / 2, .max / 2 + 1,
    .max - 4096, .max - 63, .max - 15, .max - 1, .max,
  ]

  private static func change(_ original: Original, _ dice: inout Dice) -> Change {
    let part = original.part(&dice)
    let place = part.lowerBound + dice.below(part.count)
    let size = dice.below(2) == 0 ? 8 : 4
    let aligned = min(place & ~(size - 1), original.bytes.count - size)
    let old = original.bytes[aligned..<(aligned + size)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch dice.below(6) {
    case 0: return Change(offset: place, bytes: [UInt8(truncatingIfNeeded: dice.next())])
    case 1: return Change(offset: place, bytes: [original.bytes[place] ^ 1 << UInt8(dice.below(8))])
    case 2, 3: return Change(offset: aligned, bytes: little(dice.any(numbers), size))
    case 4:
      // Near what it was.
      let step = UInt64(1) << UInt64(dice.below(20))
      return Change(offset: aligned, bytes: little(dice.below(2) == 0 ? old &+ step : old &- step, size))
    default:
      // What stands elsewhere in the same part.
      let from = min(part.lowerBound + dice.below(part.count) & ~(size - 1), original.bytes.count - size)
      return Change(offset: aligned, bytes: Array(original.bytes[from..<(from + size)]))
    }
  }

  private static func little(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
  }
}

extension Mutant: CustomStringConvertible {
  var description: String {
    let changed = changes.map { change in
      let new = change.bytes.reversed().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return "0x\(String(change.offset, radix: 16)) := \(new)"
    }
    return "\(original.label) \(changed.joined(separator: ", "))"
  }
}
