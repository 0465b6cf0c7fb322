import TestDice
import Testing

@testable import ComponentHost

/// Reads tens of thousands of broken libraries: nothing may trap, and none may take long.
@Suite struct ElfMutationTests {
  private struct FileDice: Dice {
    var state: UInt64
  }

  private static let numbers: [UInt64] = [
    0, 1, 2, 3, 4, 7, 8, 15, 16, 23, 24, 55, 56, 63, 64, 255, 256, 4095, 4096, 65535, 65536, 1 << 20, 1 << 31,
    0x7fff_ffff, 0xffff_ffff, 0xffff_fff0, 1 << 32, 1 << 47, 1 << 56, (1 << 56) - 1, 1 << 62, .max / 2, .max / 2 + 1,
    .max - 4096, .max - 63, .max - 15, .max - 1, .max,
  ]

  @Test(arguments: [
    ("gnu", 11_000, 1), ("sysv", 11_000, 2),
  ])
  func `a mutated library is read or refused, and quickly`(style: String, count: Int, seed: UInt64) throws {
    let workshop = try ElfWorkshop()
    let path = try workshop.compile(ElfWorkshop.component, to: "libMutant.so", "-Wl,--hash-style=\(style)")
    let original = try ElfWorkshop.content(of: path)
    #expect(ElfReading(original).faults.isEmpty)
    let dynamic = Int(try #require(Elf(ByteSource(bytes: original)).segments.first { $0.kind == .dynamic }).offset)
    // The headers, notes, symbols, strings and hashes are at the beginning; the dynamic section follows much later.
    let areas = [0..<64, 64..<512, 512..<2400, dynamic..<(dynamic + 480), 0..<(original.count - 8)]

    var dice = FileDice(state: seed)
    var faults: [String: Int] = [:]
    var slowest = Duration.zero
    let clock = ContinuousClock()
    for _ in 0..<count {
      var bytes = original
      for _ in 0...dice.below(3) {
        let area = areas[dice.below(areas.count)]
        let offset = area.lowerBound + dice.below(area.count)
        switch dice.below(4) {
        case 0: bytes[offset] = UInt8(truncatingIfNeeded: dice.next())
        case 1: bytes[offset] ^= 1 << UInt8(dice.below(8))
        case 2: Self.put(Self.numbers[dice.below(Self.numbers.count)], size: 8, at: offset & ~7, in: &bytes)
        default: Self.put(Self.numbers[dice.below(Self.numbers.count)], size: 4, at: offset & ~3, in: &bytes)
        }
      }
      let time = clock.measure {
        let reading = ElfReading(bytes)
        let all = reading.faults + [reading.loaderFault].compactMap(\.self)
        for fault in all { faults[Self.kind(fault), default: 0] += 1 }
      }
      slowest = max(slowest, time)
    }
    // Each takes a fraction of a millisecond; the rest is room for a busy machine.
    #expect(slowest < .seconds(5))
    // The mutations must reach every part, or the test proves little.
    for part in [
      "header", "programHeaders", "segments", "notes", "dynamicSection", "stringTable", "symbolTable", "hashTable",
      "relocations", "versions", "initializers",
    ] {
      #expect(faults[part, default: 0] > 0, "no fault in \(part): \(faults)")
    }
  }

  private static func put(_ number: UInt64, size: Int, at offset: Int, in bytes: inout [UInt8]) {
    for index in 0..<size where offset + index < bytes.count {
      bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (UInt64(index) * 8))
    }
  }

  private static func kind(_ fault: ElfFault) -> String {
    switch fault {
    case .truncated(let part, _, _), .malformed(let part, _): "\(part)"
    default: "\(fault)"
    }
  }
}
