import Testing

@testable import ComponentHost

/// Compiled libraries with one number changed, at which the dynamic loader would end the process.
@Suite struct ElfDemandsTests {
  /// A change of the dynamic section: an entry gets another value, or another tag that nobody knows.
  struct Case: Sendable, CustomTestStringConvertible {
    let tag: UInt64
    let change: @Sendable (UInt64) -> UInt64?
    let part: ElfPart
    let words: String
    var testDescription: String { words }

    init(_ tag: UInt64, _ part: ElfPart, _ words: String, _ change: @escaping @Sendable (UInt64) -> UInt64?) {
      (self.tag, self.part, self.words, self.change) = (tag, part, words, change)
    }
  }

  private static let outside = "it lies outside of the loaded segments"

  @Test(arguments: [
    Case(20, .dynamicSection, "its linkage has relocations of the kind 17") { _ in 17 },
    Case(20, .dynamicSection, "its linkage is told in part") { _ in nil },
    Case(23, .dynamicSection, "its linkage is told in part") { _ in nil },
    Case(2, .dynamicSection, "its linkage is told in part") { _ in nil },
    Case(9, .dynamicSection, "it does not say the size of a relocation") { _ in nil },
    Case(9, .dynamicSection, "a relocation has 12 bytes instead of 24") { _ in 12 },
    Case(11, .dynamicSection, "a symbol has 16 bytes instead of 24") { _ in 16 },
    Case(8, .dynamicSection, "it does not say the size of its relocations") { _ in nil },
    Case(8, .relocations, outside) { $0 + 24 << 32 },
    Case(7, .relocations, outside) { $0 + 1 << 40 },
    Case(2, .relocations, outside) { $0 + 24 << 32 },
    Case(23, .relocations, outside) { $0 + 1 << 40 },
    Case(0x6fff_fff9, .relocations, "1000000 of ") { _ in 1_000_000 },
    Case(0x6fff_fff9, .relocations, "relative ones one is of the type") { $0 + 1 },
    Case(25, .initializers, "they lie outside of the loaded segments") { $0 + 1 << 40 },
    Case(27, .initializers, "they lie outside of the loaded segments") { $0 + 8 << 32 },
    Case(27, .dynamicSection, "it does not say how many") { _ in nil },
    Case(26, .initializers, "they lie outside of the loaded segments") { $0 + 1 << 40 },
    Case(12, .initializers, "one lies outside of the code") { $0 + 1 << 40 },
    Case(0x6fff_fffe, .versions, outside) { $0 + 1 << 40 },
    Case(0x6fff_fff0, .versions, outside) { $0 + 1 << 40 },
    Case(0x6fff_fff0, .versions, "nothing says which symbols have them") { _ in nil },
    Case(0x6fff_fef5, .hashTable, outside) { $0 + 1 << 40 },
    Case(5, .stringTable, outside) { $0 + 1 << 40 },
    Case(10, .stringTable, "its last string has no end") { $0 - 1 },
    Case(6, .symbolTable, outside) { $0 + 1 << 40 },
  ])
  func `an entry that would end the process is a fault`(_ entry: Case) throws {
    let library = try Library()
    library.change(entry.tag, entry.change)
    library.expect(entry.part, entry.words)
  }

  @Test func `a version of a library that is not needed is a fault`() throws {
    let library = try Library()
    // The name of the file, in the first entry of what is needed, becomes another of the table.
    let place = library.offset(try #require(library.dynamic.entries.neededVersions)) + 4
    library.put(0, at: place, size: 4)
    library.expect(.versions, "some are wanted of '', which it does not need")
  }

  @Test func `a symbol with a version that there is not is a fault`() throws {
    let library = try Library()
    library.put(0x7000, at: library.offset(try #require(library.dynamic.entries.symbolVersions)) + 2, size: 2)
    library.expect(.versions, "a symbol has number 28672, and")
  }

  @Test func `a symbol whose name is outside of the string table is a fault`() throws {
    let library = try Library()
    library.put(0xffff_fff0, at: library.offset(library.dynamic.tables.symbols) + 24, size: 4)
    library.expect(.symbolTable, "symbol 1 has no name")
  }

  @Test(arguments: [0x10, 1 << 40] as [UInt64])
  func `a relocation leads only to where something may be written`(place: UInt64) throws {
    let library = try Library()
    let table = library.dynamic.entries
    let last = try #require(table.relocations) + (try #require(table.relativeCount) - 1) * 24
    library.put(place, at: library.offset(last), size: 8)
    library.expect(.relocations, "one is for 0x\(String(place, radix: 16)), where nothing may be written")
  }

  @Test func `a relocation of a symbol beyond the table is a fault`() throws {
    let library = try Library()
    let start = try #require(library.dynamic.entries.linkageRelocations)
    library.put(7 | 0xff_ffff << 32, at: library.offset(start) + 8, size: 8)
    library.expect(.symbolTable, Self.outside)
  }

  @Test func `an initializer that is no code is a fault`() throws {
    let library = try Library()
    let table = library.dynamic.entries
    let (array, start) = (try #require(table.initializers), try #require(table.relocations))
    let entries = (0..<(try #require(table.relativeCount))).map { library.offset(start + $0 * 24) }
    let entry = try #require(entries.first { library.number(at: $0) == array })
    library.put(array, at: entry + 16, size: 8)
    library.expect(.initializers, "one at 0x\(String(array, radix: 16)) is no code")
    library.put(library.number(at: try #require(entries.last)), at: entry, size: 8)
    library.expect(.initializers, "the address of one is never set")
  }

  @Test func `a relocation into the dynamic section is a fault`() throws {
    let library = try Library()
    let table = library.dynamic.entries
    library.put(table.addresses.lowerBound + 8, at: library.offset(try #require(table.relocations)), size: 8)
    library.expect(.relocations, "where nothing may be written")
  }

  @Test func `a chain of hashes that does not end is a fault`() throws {
    let library = try Library("-Wl,--hash-style=sysv")
    let start = library.offset(try #require(library.dynamic.tables.systemHash))
    let buckets = Int(library.number(at: start) & 0xffff_ffff)
    let chains = (0..<buckets).map { library.number(at: start + 8 + $0 * 4) & 0xffff_ffff }
    let first = try #require(chains.first { $0 != 0 })
    library.put(first, at: start + 8 + buckets * 4 + Int(first) * 4, size: 4)
    library.expect(.hashTable, "a chain has no end")
  }

  /// Changes of the program header of a kind: the place of a number in it, and the number.
  struct Header: Sendable, CustomTestStringConvertible {
    let kind: UInt64
    let place: Int
    let value: UInt64
    let words: String
    var testDescription: String { "\(kind): \(words)" }
  }

  private static let threadLocal = "they can't be right about its thread-local data"
  private static let readOnly = "more is made read-only than there is"

  @Test(arguments: [
    Header(kind: 7, place: 16, value: 1 << 40, words: threadLocal),
    Header(kind: 7, place: 40, value: 1 << 40, words: threadLocal),
    Header(kind: 7, place: 48, value: 3, words: threadLocal),
    Header(kind: 0x6474_e552, place: 16, value: 1 << 40, words: readOnly),
    Header(kind: 0x6474_e552, place: 40, value: 1 << 40, words: readOnly),
    Header(kind: 6, place: 16, value: 0x1000, words: "they are not where they say"),
  ])
  func `a program header that would end the process is a fault`(_ header: Header) throws {
    let library = try Library()
    let start = try #require(library.headers.first { library.number(at: $0) & 0xffff_ffff == header.kind })
    library.put(header.value, at: start + header.place, size: 8)
    library.expect(.programHeaders, header.words)
  }

  @Test func `segments that share a page are a fault`() throws {
    let library = try Library()
    let loaded = library.headers.filter { library.number(at: $0) & 0xffff_ffff == 1 }
    // The first then reaches into the last page before the second.
    let size = library.number(at: loaded[1] + 16) & ~4095 + 1 - library.number(at: loaded[0] + 16)
    library.put(size, at: loaded[0] + 40, size: 8)
    library.expect(.programHeaders, "segments overlap or are out of order")
  }

  @Test func `nothing is wrong with what was not changed`() throws {
    for flags in ["", "-Wl,--hash-style=sysv", "-fuse-ld=lld -Wl,-z,pack-relative-relocs", "-Wl,-z,now"] {
      #expect(try Library(flags).fault == nil)
    }
  }
}

/// A compiled library whose bytes are changed.
private final class Library {
  private(set) var bytes: [UInt8]
  let dynamic: ElfDynamic
  private let segments: [ElfSegment]
  let headers: [Int]

  init(_ flags: String = "") throws {
    let workshop = try ElfWorkshop()
    let path = try workshop.compile(Library.source, to: "libDemanding.so", "-lm \(flags)")
    bytes = try ElfWorkshop.content(of: path)
    let elf = try Elf(ByteSource(bytes: bytes))
    dynamic = try elf.dynamic()
    segments = elf.segments
    headers = (0..<Int(elf.header.programHeaderCount)).map { Int(elf.header.programHeaderOffset) + $0 * 56 }
  }

  private static let source =
    ElfWorkshop.component + """

      #include <math.h>
      double (*const functions[])(double) = {sin, cos};
      __thread int of_thread = 5;
      int *threads(void) { return &of_thread; }
      __attribute__((constructor)) static void begin(void) { number++; }
      __attribute__((destructor)) static void end(void) { number--; }
      """

  /// Where an address lies in the file.
  func offset(_ address: UInt64) -> Int {
    segments.first { $0.kind == .load && $0.addresses.contains(address) }.map { Int($0.offset + address - $0.address) }
      ?? 0
  }

  func number(at offset: Int) -> UInt64 { bytes.withUnsafeBytes { $0.long(at: offset) } }

  func put(_ value: UInt64, at offset: Int, size: Int) {
    bytes.replaceSubrange(offset..<(offset + size), with: ElfBlueprint.little(value).prefix(size))
  }

  /// Gives an entry of the dynamic section another value, or takes it out.
  func change(_ tag: UInt64, _ change: (UInt64) -> UInt64?) {
    for entry in stride(from: offset(dynamic.entries.addresses.lowerBound), to: bytes.count, by: 16) {
      if number(at: entry) == 0 { break }
      guard number(at: entry) == tag else { continue }
      if let value = change(number(at: entry + 8)) {
        put(value, at: entry + 8, size: 8)
      } else {
        put(0x1111, at: entry, size: 8)
      }
      return
    }
    Issue.record("there is no entry \(tag)")
  }

  var fault: ElfFault? {
    do throws(ElfFault) {
      let elf = try Elf(ByteSource(bytes: bytes))
      try elf.checkForLoader(elf.dynamic())
      return nil
    } catch {
      return error
    }
  }

  func expect(_ part: ElfPart, _ words: String, at location: SourceLocation = #_sourceLocation) {
    if case .malformed(part, let flaw)? = fault, flaw.contains(words) { return }
    Issue.record("\(fault.map { "\($0)" } ?? "no fault")", sourceLocation: location)
  }
}
