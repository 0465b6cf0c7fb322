import Glibc

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
