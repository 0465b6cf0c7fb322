/// What a shared library says about itself, read without running any of it.
///
/// Making one reads the headers and checks that the file is a whole shared library for this machine; each function
/// reads its part when it is called. Every number in the file is taken for hostile: nothing traps, and the work is
/// bounded by fixed limits. One thread at a time.
final class Elf {
  let header: ElfHeader
  let segments: [ElfSegment]
  private let source: ByteSource
  private let memory: ElfMemory

  init(_ source: ByteSource) throws(ElfFault) {
    self.source = source
    header = try ElfHeader(source)
    segments = try ElfSegment.all(of: header, in: source)
    memory = ElfMemory(source: source, segments: segments)
  }

  /// Of the whole file.
  var size: UInt64 { source.size }

  /// The note that makes a library a component; nil if it has none.
  func componentNote() throws(ElfFault) -> ComponentNote? {
    try ComponentNote.find(in: ElfNote.all(of: segments, in: source))
  }

  /// The identity the linker gave this build, in hexadecimal digits; nil if there is none.
  func buildIdentifier() throws(ElfFault) -> String? {
    let owner = Array("GNU\0".utf8)
    let notes = try ElfNote.all(of: segments, in: source)
    guard let note = notes.first(where: { $0.type == 3 && $0.owner == owner }) else { return nil }
    guard (1...64).contains(note.description.count) else {
      throw .malformed(.notes, "the build identifier has \(note.description.count) bytes")
    }
    return note.description.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// What it needs and is called. Tells programs that only look like a library.
  func dynamic() throws(ElfFault) -> ElfDynamic {
    try ElfDynamic(segments: segments, memory: memory)
  }

  /// Whether it exports a function of this name.
  func defines(_ name: String, dynamic: ElfDynamic) throws(ElfFault) -> Bool {
    let needsCount = dynamic.tables.gnuHash == nil && dynamic.tables.systemHash == nil
    let sections = needsCount ? ElfSection.all(of: header, in: source) : []
    return try ElfSymbolTable(dynamic.tables, memory: memory, sections: sections).defines(name)
  }

  /// Everything it exports and wants from others.
  func symbols(_ dynamic: ElfDynamic) throws(ElfFault) -> ElfSymbolTable.List {
    let sections = ElfSection.all(of: header, in: source)
    return try ElfSymbolTable(dynamic.tables, memory: memory, sections: sections).list()
  }

  /// The language it was written in, as far as the file shows.
  func languageRuntime(_ dynamic: ElfDynamic) -> LanguageRuntime {
    let sections = ElfSection.all(of: header, in: source)
    return LanguageRuntime(needed: dynamic.needed, sections: sections, source: source)
  }
}
