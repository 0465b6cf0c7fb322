import Glibc
/// What a shared library says about itself, read without running any of it.
///
/// Making one reads the headers and checks that the file is a whole shared library for this machine; each function
/// reads its part when it is called. Every number in the file is taken for hostile: nothing traps, and the work is
/// bounded by fixed limits. One thread at a time.
struct Elf {
  let header: ElfHeader
  private let memory: ElfMemory

  init(_ source: ByteSource) throws(ElfFault) {
    header = try ElfHeader(source)
    memory = ElfMemory(source: source, segments: try ElfSegment.all(of: header, in: source))
  }

  var segments: [ElfSegment] { memory.segments }

  /// Of the whole file.
  var size: UInt64 { memory.source.size }

  /// The note that makes a library a component; nil if it has none.
  func componentNote() throws(ElfFault) -> ComponentNote? {
    try ComponentNote.find(of: memory.segments, in: memory.source)
  }

  /// The identity the linker gave this build, in hexadecimal digits; nil if there is none.
  func buildIdentifier() throws(ElfFault) -> String? {
    try buildPlace()?.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The same as bytes, and where in the file they begin.
  func buildPlace() throws(ElfFault) -> (offset: UInt64, bytes: [UInt8])? {
    var place: (offset: UInt64, bytes: [UInt8])?
    try ElfNote.each(of: memory.segments, in: memory.source) { (note) throws(ElfFault) in
      guard place == nil, note.type == 3, note.owner.elementsEqual("GNU\0".utf8) else { return }
      guard (1...64).contains(note.description.count) else {
        throw .malformed(.notes, "the build identifier has \(note.description.count) bytes")
      }
      place = (note.place, Array(note.description))
    }
    return place
  }

  /// What it needs and is called. Tells programs that only look like a library.
  func dynamic() throws(ElfFault) -> ElfDynamic {
    try ElfDynamic(memory)
  }

  /// What is written into a copy that this program loads.
  func programBinding() throws(ElfFault) -> ProgramBinding { try ProgramBinding(memory, ElfDynamic(memory)) }

  /// Whether the dynamic loader can open it without ending the process.
  func checkForLoader(_ dynamic: ElfDynamic) throws(ElfFault) {
    try ElfDemands(header, memory, dynamic).check()
  }

  /// Whether it exports a function of this name.
  func defines(_ name: String, dynamic: ElfDynamic) throws(ElfFault) -> Bool {
    try ElfSymbolTable(dynamic.tables, memory, header).defines(name)
  }

  /// Whether it exports anything of this name.
  func exports(_ name: String, dynamic: ElfDynamic) throws(ElfFault) -> Bool {
    try ElfSymbolTable(dynamic.tables, memory, header).exported(name) != nil
  }

  /// What it can't be linked without, in the order in which the loader asks for it.
  func wanted(_ dynamic: ElfDynamic) throws(ElfFault) -> [String] {
    try ElfWanted(dynamic, memory, header).names
  }

  /// Everything it exports and wants from others.
  func symbols(_ dynamic: ElfDynamic) throws(ElfFault) -> ElfSymbolTable.List {
    try ElfSymbolTable(dynamic.tables, memory, header).list()
  }

  /// The language it was written in, as far as the file shows.
  func languageRuntime(_ dynamic: ElfDynamic) -> LanguageRuntime {
    let sections = ElfSection.all(of: header, in: memory.source)
    return LanguageRuntime(needed: dynamic.needed, sections: sections, source: memory.source)
  }
}

extension Elf {
  /// The parts of the file that the dynamic loader maps, in whole pages, and what this reader asks for; in order.
  var neededRanges: [Range<Int>] {
    var parts: [(start: UInt64, end: UInt64)] = [(0, ElfHeader.size)]
    let headers = header.programHeaderOffset
    parts.append((headers, headers + UInt64(header.programHeaderCount) * ElfHeader.programHeaderSize))
    for segment in segments where segment.isRead { parts.append((segment.offset, segment.fileEnd)) }
    parts.sort { $0.start < $1.start }
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    var ranges: [Range<Int>] = []
    // `init` has checked that all of them lie in the file.
    for (start, end) in parts {
      let range = Int(start) / page * page..<min((Int(end) + page - 1) / page * page, Int(size))
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }
}
