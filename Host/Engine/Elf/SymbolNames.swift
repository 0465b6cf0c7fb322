import Glibc

/// The names of functions in a library or program, for backtraces.
///
/// It reads the table that tools use, where the file has not been stripped of it, and else that of the dynamic loader. As in
/// all of this folder every number in the file is taken for hostile.
package struct SymbolNames {
  package struct Name: Sendable, Equatable {
    package let symbol: String
    /// Where it begins.
    package let start: UInt64
  }

  private let elf: ElfHeader
  private let source: ByteSource

  /// Nil for what can't be read, and for another build.
  package init?(path: String, build: String) {
    guard let source = try? ByteSource(path: path), let elf = try? Elf(source),
      (try? elf.buildIdentifier()) == build
    else { return nil }
    self.elf = elf.header
    self.source = source
  }

  init?(_ file: Descriptor) {
    guard let source = try? ByteSource(file: file), let elf = try? ElfHeader(source) else { return nil }
    self.elf = elf
    self.source = source
  }

  /// So many symbols are looked at.
  private static let limit: UInt64 = 4 << 20

  /// The function around each of these addresses; nil where none is known.
  package func names(of addresses: [UInt64]) -> [Name?] {
    let sections = ElfSection.all(of: elf, in: source)
    for (table, names) in [(".symtab", ".strtab"), (".dynsym", ".dynstr")] {
      guard let symbols = sections.first(where: { $0.name == table }),
        let texts = sections.first(where: { $0.name == names })
      else { continue }
      return (try? self.names(of: addresses, symbols, texts)) ?? addresses.map { _ in nil }
    }
    return addresses.map { _ in nil }
  }

  private func names(
    of addresses: [UInt64], _ table: ElfSection, _ texts: ElfSection
  ) throws(ElfFault) -> [Name?] {
    let count = min(table.size / UInt64(ElfSymbol.size), SymbolNames.limit)
    var best = [(start: UInt64, name: UInt32)?](repeating: nil, count: addresses.count)
    try source.lend(at: table.offset, count: count * UInt64(ElfSymbol.size), of: .stringTable) {
      (bytes) throws(ElfFault) in
      for index in 0..<Int(count) {
        let symbol = ElfSymbol(bytes, at: index * ElfSymbol.size)
        guard symbol.isDefined, symbol.isFunction else { continue }
        let size = bytes.long(at: index * ElfSymbol.size + 16)
        for (place, address) in addresses.enumerated() {
          let start = symbol.address
          if address < start || (size > 0 && address - start >= size) { continue }
          if let known = best[place], known.start >= start { continue }
          best[place] = (start, symbol.name)
        }
      }
    }
    var result: [Name?] = []
    for found in best {
      guard let found, UInt64(found.name) < texts.size else {
        result.append(nil)
        continue
      }
      let (from, rest) = texts.offset.addingReportingOverflow(UInt64(found.name))
      let length = min(texts.size - UInt64(found.name), 1024)
      guard !rest else {
        result.append(nil)
        continue
      }
      let text = try source.lend(at: from, count: length, of: .stringTable) { (bytes) throws(ElfFault) in
        bytes.text(at: 0, limit: Int(length))
      }
      result.append(text.flatMap { $0.isEmpty ? nil : Name(symbol: $0, start: found.start) })
    }
    return result
  }
}
