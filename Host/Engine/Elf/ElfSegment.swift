import Glibc

/// One program header: a range of the file and what it is for.
struct ElfSegment: Equatable, Sendable {
  enum Kind: UInt32, Sendable {
    case load = 1
    case dynamic = 2
    case note = 4
    case programHeaders = 6
    case threadLocal = 7
    case madeReadOnly = 0x6474_e552
    case property = 0x6474_e553
  }

  /// Nil for every kind that this host does not ask about.
  let kind: Kind?
  let isExecutable: Bool
  let isWritable: Bool
  let isReadable: Bool
  let offset: UInt64
  let address: UInt64
  let fileSize: UInt64
  let memorySize: UInt64
  let alignment: UInt64

  /// Where the segment ends in the file; nothing overflows after `init`.
  var fileEnd: UInt64 { offset + fileSize }
  /// The addresses that it takes in memory.
  var addresses: Range<UInt64> { address..<(address + memorySize) }
  /// Whether its bytes are loaded, or looked at where they lie in the file.
  var isRead: Bool { kind == .load || kind == .dynamic || kind == .note }

  /// No library has more; real ones have about a dozen.
  static let countLimit: UInt16 = 256
  /// No user address of any 64-bit Linux lies higher. It keeps sums of addresses and 32-bit counts from overflowing.
  static let addressLimit: UInt64 = 1 << 56

  init(_ header: Elf64_Phdr) throws(ElfFault) {
    kind = Kind(rawValue: header.p_type)
    isExecutable = header.p_flags & 1 != 0
    isWritable = header.p_flags & 2 != 0
    isReadable = header.p_flags & 4 != 0
    offset = header.p_offset
    address = header.p_vaddr
    fileSize = header.p_filesz
    memorySize = header.p_memsz
    alignment = header.p_align
    guard !offset.addingReportingOverflow(fileSize).overflow else {
      throw .malformed(.programHeaders, "a segment of \(fileSize) bytes begins at \(offset)")
    }
  }

  /// Reads all program headers and checks that what they ask to load is in the file.
  static func all(of header: ElfHeader, in source: ByteSource) throws(ElfFault) -> [ElfSegment] {
    guard header.programHeaderCount > 0 else { throw .malformed(.programHeaders, "there are none") }
    guard header.programHeaderCount <= countLimit else {
      throw .malformed(.programHeaders, "there are \(header.programHeaderCount), more than \(countLimit)")
    }
    let count = Int(header.programHeaderCount)
    let size = Int(ElfHeader.programHeaderSize)
    var segments: [ElfSegment] = []
    segments.reserveCapacity(count)
    let start = header.programHeaderOffset
    try source.lend(at: start, count: UInt64(count * size), of: .programHeaders) { (bytes) throws(ElfFault) in
      for index in 0..<count {
        segments.append(try ElfSegment(bytes.loadUnaligned(fromByteOffset: index * size, as: Elf64_Phdr.self)))
      }
    }
    try checkPresence(of: segments, in: source)
    try checkLayout(of: segments)
    return segments
  }

  /// A segment that is not whole in the file gives SIGBUS when it is touched. The smaller part is named first.
  private static func checkPresence(of segments: [ElfSegment], in source: ByteSource) throws(ElfFault) {
    guard segments.contains(where: { $0.isRead && $0.fileEnd > source.size }) else { return }
    let parts: [(Kind, ElfPart)] = [(.note, .notes), (.dynamic, .dynamicSection), (.load, .segments)]
    for (kind, part) in parts {
      for segment in segments where segment.kind == kind && segment.fileEnd > source.size {
        throw .truncated(part, has: source.size, needs: segment.fileEnd)
      }
    }
  }

  /// The loader takes the order, sizes and alignment of the loaded segments for granted, so they are checked here.
  private static func checkLayout(of segments: [ElfSegment]) throws(ElfFault) {
    let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
    var end: UInt64?
    for segment in segments where segment.kind == .load {
      guard segment.memorySize >= segment.fileSize else {
        throw .malformed(.programHeaders, "a segment has more bytes in the file than in memory")
      }
      guard segment.address < addressLimit, segment.memorySize < addressLimit else {
        throw .malformed(.programHeaders, "a segment lies beyond any address")
      }
      let rest = segment.alignment &- 1
      guard segment.alignment & (rest | (page - 1)) == 0, (segment.address &- segment.offset) & rest == 0 else {
        throw .malformed(.programHeaders, "a segment is not aligned")
      }
      // The loader maps whole pages: of two segments in one page the first would have bytes of the second.
      guard segment.address / page >= end ?? 0 else {
        throw .malformed(.programHeaders, "segments overlap or are out of order")
      }
      end = (segment.address + segment.memorySize + page - 1) / page
    }
    guard end != nil else { throw .malformed(.programHeaders, "there is nothing to load") }
  }
}
