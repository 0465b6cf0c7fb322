/// One section header.
///
/// Sections describe a file to tools. The loader does not need them and a stripped file may lack them, so a table
/// that can't be read counts as none.
struct ElfSection: Equatable, Sendable {
  let name: String
  let type: UInt32
  let address: UInt64
  let offset: UInt64
  let size: UInt64

  static let dynamicSymbols: UInt32 = 11
  static let countLimit: UInt16 = 1024
  private static let namesLimit: UInt64 = 1 << 20

  static func all(of header: ElfHeader, in source: ByteSource) -> [ElfSection] {
    guard header.sectionHeaderCount > 0, header.sectionHeaderCount <= countLimit else { return [] }
    let count = Int(header.sectionHeaderCount)
    let size = Int(ElfHeader.sectionHeaderSize)
    do throws(ElfFault) {
      let start = header.sectionHeaderOffset
      return try source.lend(at: start, count: UInt64(count * size), of: .header) { (table) throws(ElfFault) in
        guard Int(header.sectionNameIndex) < count else { return [] }
        let named = Int(header.sectionNameIndex) * size
        let length = min(table.long(at: named + 32), namesLimit)
        return try source.lend(at: table.long(at: named + 24), count: length, of: .stringTable) {
          (names) throws(ElfFault) in
          (0..<count).map { ElfSection(table, at: $0 * size, names) }
        }
      }
    } catch {
      return []
    }
  }

  private init(_ table: UnsafeRawBufferPointer, at start: Int, _ names: UnsafeRawBufferPointer) {
    name = names.text(at: Int(table.word(at: start)), limit: 256) ?? ""
    type = table.word(at: start + 4)
    address = table.long(at: start + 16)
    offset = table.long(at: start + 24)
    size = table.long(at: start + 32)
  }
}
