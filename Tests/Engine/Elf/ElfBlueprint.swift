@testable import ComponentHost

/// Draws small ELF libraries, also such as no compiler would make.
///
/// One loaded segment covers the whole file from address 0 on, so an address is also an offset.
struct ElfBlueprint {
  struct Symbol {
    var name: String
    var info: UInt8 = 0x12
    var other: UInt8 = 0
    var section: UInt16 = 1
    var address: UInt64 = 0x40
  }

  enum Hash {
    case none, gnu, system, both
    case gnuWords([UInt32])
    case systemWords([UInt32])
  }

  var notes = Self.note(owner: "Component\0", type: 1, words: [1, 3, 0, 0])
  var noteAlignment: UInt64 = 4
  var needed: [String] = []
  var soname: String?
  var runpath: String?
  var rpath: String?
  var symbols = [Symbol(name: "register")]
  var hash = Hash.gnu
  /// Entries that stand before the others.
  var entries: [(UInt64, UInt64)] = []
  var endsDynamic = true
  /// Bytes that replace others in the end, by offset.
  var patches: [(offset: Int, bytes: [UInt8])] = []

  static let notesOffset = 64 + 3 * 56

  static func note(owner: String, type: UInt32, words: [UInt32], alignment: Int = 4) -> [UInt8] {
    let description = words.flatMap { little($0) }
    var bytes = little(UInt32(owner.utf8.count)) + little(UInt32(description.count)) + little(type)
    bytes += padded(Array(owner.utf8), to: alignment, after: 12)
    return bytes + padded(description, to: alignment, after: 0)
  }

  func bytes() -> [UInt8] {
    var strings: [UInt8] = [0]
    func string(_ text: String) -> UInt64 {
      strings += Array(text.utf8) + [0]
      return UInt64(strings.count - text.utf8.count - 1)
    }
    var dynamic = entries
    dynamic += needed.map { (1, string($0)) }
    if let soname { dynamic.append((14, string(soname))) }
    if let rpath { dynamic.append((15, string(rpath))) }
    if let runpath { dynamic.append((29, string(runpath))) }
    // The hash table of GNU knows only what comes after the undefined symbols.
    let ordered = symbols.filter { $0.section == 0 } + symbols.filter { $0.section != 0 }
    var table = [UInt8](repeating: 0, count: 24)
    for symbol in ordered {
      table += Self.little(UInt32(string(symbol.name))) + [symbol.info, symbol.other]
      table += Self.little(symbol.section) + Self.little(symbol.address) + Self.little(UInt64(0))
    }
    let gnu = gnuTable(ordered)
    let system = systemTable(ordered)

    let dynamicOffset = (Self.notesOffset + notes.count + 7) & ~7
    let dynamicSize = 16 * (dynamic.count + 6)
    let tableOffset = dynamicOffset + dynamicSize
    let gnuOffset = tableOffset + table.count
    let systemOffset = gnuOffset + gnu.count
    let stringsOffset = systemOffset + system.count
    let end = stringsOffset + strings.count
    dynamic.append((5, UInt64(stringsOffset)))
    dynamic.append((10, UInt64(strings.count)))
    dynamic.append((6, UInt64(tableOffset)))
    dynamic.append(gnu.isEmpty ? (0x1111, 0) : (0x6fff_fef5, UInt64(gnuOffset)))
    dynamic.append(system.isEmpty ? (0x1111, 0) : (4, UInt64(systemOffset)))
    dynamic.append((endsDynamic ? 0 : 0x1111, 0))

    var bytes: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 8)
    bytes += Self.little(UInt16(3)) + Self.little(ElfMachine.host?.rawValue ?? 0) + Self.little(UInt32(1))
    bytes += Self.little(UInt64(0)) + Self.little(UInt64(64)) + Self.little(UInt64(0)) + Self.little(UInt32(0))
    bytes += [64, 56, 3, 64, 0, 0].flatMap { Self.little(UInt16($0)) }
    bytes += Self.segment(kind: 1, flags: 5, offset: 0, size: end, alignment: 4096)
    bytes += Self.segment(kind: 4, flags: 4, offset: Self.notesOffset, size: notes.count, alignment: noteAlignment)
    bytes += Self.segment(kind: 2, flags: 4, offset: dynamicOffset, size: dynamicSize, alignment: 8)
    bytes += notes + [UInt8](repeating: 0, count: dynamicOffset - Self.notesOffset - notes.count)
    bytes += dynamic.flatMap { Self.little($0.0) + Self.little($0.1) }
    bytes += table + gnu + system + strings
    for patch in patches {
      bytes.replaceSubrange(patch.offset..<(patch.offset + patch.bytes.count), with: patch.bytes)
    }
    return bytes
  }

  func elf() throws(ElfFault) -> Elf { try Elf(ByteSource(bytes: bytes())) }

  static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<(Number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static func padded(_ bytes: [UInt8], to alignment: Int, after start: Int) -> [UInt8] {
    let excess = (start + bytes.count) % alignment
    return bytes + [UInt8](repeating: 0, count: excess == 0 ? 0 : alignment - excess)
  }

  private static func segment(kind: UInt32, flags: UInt32, offset: Int, size: Int, alignment: UInt64) -> [UInt8] {
    let numbers = [offset, offset, offset, size, size].flatMap { little(UInt64($0)) }
    return little(kind) + little(flags) + numbers + little(alignment)
  }

  private func gnuTable(_ ordered: [Symbol]) -> [UInt8] {
    switch hash {
    case .none, .system, .systemWords: return []
    case .gnuWords(let words): return words.flatMap { Self.little($0) }
    case .gnu, .both: break
    }
    let defined = ordered.filter { $0.section != 0 }
    let first = UInt32(1 + ordered.count - defined.count)
    var words: [UInt32] = [1, first, 1, 6, .max, .max, defined.isEmpty ? 0 : first]
    for (index, symbol) in defined.enumerated() {
      words.append(GnuHash.hash(symbol.name.utf8.span) & ~1 | (index == defined.count - 1 ? 1 : 0))
    }
    return words.flatMap { Self.little($0) }
  }

  private func systemTable(_ ordered: [Symbol]) -> [UInt8] {
    switch hash {
    case .none, .gnu, .gnuWords: return []
    case .systemWords(let words): return words.flatMap { Self.little($0) }
    case .system, .both: break
    }
    let count = UInt32(ordered.count + 1)
    let chain = (0..<count).map { $0 > 0 && $0 + 1 < count ? $0 + 1 : 0 }
    return ([1, count, ordered.isEmpty ? 0 : 1] + chain).flatMap { Self.little($0) }
  }
}
