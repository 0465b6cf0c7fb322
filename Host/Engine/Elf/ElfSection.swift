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
      let table = try source.read(at: header.sectionHeaderOffset, count: UInt64(count * size), of: .header)
      guard Int(header.sectionNameIndex) < count else { return [] }
      let start = Int(header.sectionNameIndex) * size
      let names = try source.read(
        at: table.long(at: start + 24), count: min(table.long(at: start + 32), namesLimit), of: .stringTable)
      return (0..<count).map { index in
        let start = index * size
        return ElfSection(
          name: names.text(at: Int(table.word(at: start)), limit: 256) ?? "",
          type: table.word(at: start + 4),
          address: table.long(at: start + 16),
          offset: table.long(at: start + 24),
          size: table.long(at: start + 32))
      }
    } catch {
      return []
    }
  }
}
