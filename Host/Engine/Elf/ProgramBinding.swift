import Glibc
import HostNative

/// What a library has of the program itself, to be written into its copy before the dynamic loader sees it.
///
/// A program that is Swift's standard library for its components knows where its symbols are. The loader would look for
/// each by its name, 800 in a Swift component, and that would be a fifth of a call's process. And it would load Swift's
/// other libraries that the component names and needs nothing of: compilers name some whether they are used or not, and
/// some the program has in itself.
///
/// The file is believed in nothing: what comes of it is judged as if it had stood there, when the copy is sealed.
struct ProgramBinding {
  /// Bytes for a place of the file.
  private(set) var edits: [(offset: UInt64, bytes: [UInt8])] = []

  /// Nothing, where the program is not the standard library, or the library has no such table of symbols.
  init(_ memory: ElfMemory, _ dynamic: ElfDynamic) throws(ElfFault) {
    let tables = dynamic.tables
    guard Carried.isByProgram, let hash = tables.gnuHash, let place = memory.offset(of: tables.symbols) else { return }
    let count = try GnuHash(at: hash, memory: memory).symbolCount()
    guard count <= UInt64(ElfSymbolTable.countLimit), tables.stringsSize <= ElfSymbolTable.nameBytesLimit else {
      return
    }
    var symbols = try ProgramBinding.read(Elf64_Sym.self, memory, tables.symbols, count, of: .symbolTable)
    var versions: [UInt16]?
    if let start = dynamic.entries.symbolVersions {
      versions = try ProgramBinding.read(UInt16.self, memory, start, count, of: .versions)
    }
    var unbound = 0
    let isBound = try memory.lend(at: tables.strings, count: tables.stringsSize, of: .stringTable) {
      (names) throws(ElfFault) in
      guard let start = names.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
      return symbols.withUnsafeMutableBytes { symbols in
        guard let table = symbols.baseAddress else { return false }
        guard let versions else { return host_bind(table, Int(count), start, names.count, nil, &unbound) }
        return versions.withUnsafeBufferPointer {
          host_bind(table, Int(count), start, names.count, $0.baseAddress, &unbound)
        }
      }
    }
    guard isBound else { return }
    edits.append((place, symbols.withUnsafeBytes { [UInt8]($0) }))
    if unbound == 0 { try leaveOut(dynamic, memory) }
  }

  // Every symbol is bound or the C library's: in the place of a Swift library that is named stands the standard library.
  private mutating func leaveOut(_ dynamic: ElfDynamic, _ memory: ElfMemory) throws(ElfFault) {
    guard let core = dynamic.needed.firstIndex(of: Carried.core) else { return }
    let instead = withUnsafeBytes(of: dynamic.entries.needed[core].littleEndian) { [UInt8]($0) }
    let section = dynamic.entries.addresses
    let places = try memory.lend(
      at: section.lowerBound, count: section.upperBound - section.lowerBound, of: .dynamicSection
    ) { (bytes) throws(ElfFault) in
      stride(from: 0, to: bytes.count, by: 16).filter { bytes.long(at: $0) == 1 }
    }
    for (name, place) in zip(dynamic.needed, places) where Carried.mayBeLeftOut(name) {
      guard let offset = memory.offset(of: section.lowerBound + UInt64(place) + 8) else { continue }
      edits.append((offset, instead))
    }
  }

  private static func read<Row: BitwiseCopyable>(
    _ type: Row.Type, _ memory: ElfMemory, _ start: UInt64, _ count: UInt64, of part: ElfPart
  ) throws(ElfFault) -> [Row] {
    // An empty array would be filled in the one that all threads share.
    if count == 0 { return [] }
    return try memory.lend(at: start, count: count * UInt64(MemoryLayout<Row>.stride), of: part) {
      (bytes) throws(ElfFault) in
      [Row](unsafeUninitializedCapacity: Int(count)) { entries, filled in
        UnsafeMutableRawBufferPointer(entries).copyMemory(from: bytes)
        filled = Int(count)
      }
    }
  }
}
