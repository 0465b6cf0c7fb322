import Glibc

/// A good library, and where its parts lie: what mutants are made of.
struct Original {
  /// `Reader` of libReader.so.
  let name: String
  let label: String
  let bytes: [UInt8]
  private let headers: Range<Int>
  private let dynamic: Range<Int>
  /// What the dynamic loader reads and writes: tables and data, no code.
  private let sections: [Range<Int>]

  /// Nil where the file is no library with section headers.
  init?(_ path: String) {
    let parts = path.split(separator: "/")
    guard let file = parts.last, file.hasPrefix("lib"), file.hasSuffix(".so"), let bytes = Original.read(path) else {
      return nil
    }
    name = String(file.dropFirst(3).dropLast(3))
    label = parts.suffix(2).joined(separator: "/")
    self.bytes = bytes
    func number(_ offset: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(truncatingIfNeeded: UInt64(bytes[offset + $1]) << UInt64($1 * 8)) }
    }
    let start = number(32, 8)
    headers = start..<(start + number(56, 2) * 56)
    guard let entry = stride(from: start, to: headers.upperBound, by: 56).first(where: { number($0, 4) == 2 }) else {
      return nil
    }
    dynamic = number(entry + 8, 8)..<(number(entry + 8, 8) + number(entry + 32, 8))
    var sections: [Range<Int>] = []
    for index in 0..<number(60, 2) {
      let section = number(40, 8) + index * 64
      let (kind, flags, offset, size) = (
        number(section + 4, 4), number(section + 8, 8), number(section + 24, 8), number(section + 32, 8)
      )
      // Kind 8 has no bytes; flag 2 is loaded, flag 4 is code.
      if kind != 8, flags & 2 != 0, flags & 4 == 0, size >= 8 { sections.append(offset..<(offset + size)) }
    }
    self.sections = sections
    guard !sections.isEmpty else { return nil }
  }

  /// One of the parts. Those on which everything hangs come more often than by their size.
  func part(_ dice: inout Dice) -> Range<Int> {
    switch dice.below(16) {
    case 0: 0..<64
    case 1, 2, 3: headers
    case 4, 5, 6, 7: dynamic
    case 8: 0..<bytes.count
    default: dice.any(sections)
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
    return pread(file, &bytes, bytes.count, 0) == bytes.count ? bytes : nil
  }
}
