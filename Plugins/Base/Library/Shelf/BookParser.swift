// How a file becomes a book: some header lines, an empty line, then the text.
//
//     id: 1
//     title: The Lamp
//     author: Ada Morrow
//     year: 1931
//     summary: A keeper counts ships.
//
//     # First Night
//     The text …
extension Book {
  /// A header has at most this many lines, and a line at most this many bytes.
  static let headerLines = 32
  static let headerWidth = 1000

  /// Reads a whole file's bytes.
  public init(parsing bytes: [UInt8]) throws(BookFault) {
    let plain = try Book.plain(bytes)
    guard String(validating: plain, as: UTF8.self) != nil else { throw .notText("it is not UTF-8") }
    let (fields, rest) = try Book.header(plain[...])
    id = try Book.number("id", fields, atLeast: 1)
    title = try Book.required("title", fields)
    author = try Book.required("author", fields)
    year = fields["year"] == nil ? nil : try Book.number("year", fields, atLeast: -9999)
    summary = fields["summary"] ?? ""
    let body = Book.trimmed(rest)
    if body.isEmpty { throw .noText }
    text = Book.string(body)
    chapters = Book.chapters(of: body)
  }

  // The bytes without byte order mark, with "\n" at the ends of lines, and without what moves a terminal's cursor.
  private static func plain(_ bytes: [UInt8]) throws(BookFault) -> [UInt8] {
    // As most are already. The C1 characters begin with C2, the byte order mark with EF.
    if !bytes.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xEF }) {
      return bytes
    }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch byte {
      case 0x0D:
        if next != 0x0A { plain.append(0x0A) }
      case 0x0C: break
      case 0x09, 0x0A: plain.append(byte)
      case 0..<0x20, 0x7F: throw .notText("it has control characters")
      case 0xC2 where (0x80..<0xA0).contains(next): throw .notText("it has control characters")
      default: plain.append(byte)
      }
      index += 1
    }
    return plain
  }

  private static func header(
    _ whole: ArraySlice<UInt8>
  ) throws(BookFault) -> (fields: [String: String], rest: ArraySlice<UInt8>) {
    var fields: [String: String] = [:]
    var rest = whole
    for _ in 0...headerLines {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let line = rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        if fields.isEmpty { throw .noHeader }
        return (fields, rest)
      }
      guard line.count <= headerWidth, let colon = line.firstIndex(of: 0x3A) else { throw .noHeader }
      let name = string(trimmed(line[..<colon])).lowercased()
      if fields[name] == nil { fields[name] = string(trimmed(line[(colon + 1)...])) }
    }
    throw .noHeader
  }

  private static func required(_ field: String, _ fields: [String: String]) throws(BookFault) -> String {
    guard let value = fields[field], !value.isEmpty else { throw .missing(field) }
    return value
  }

  private static func number(
    _ field: String, _ fields: [String: String], atLeast least: Int
  ) throws(BookFault) -> Int {
    let value = try required(field, fields)
    guard let number = Int(value), number >= least else { throw .invalid(field, value) }
    return number
  }

  private static func chapters(of text: ArraySlice<UInt8>) -> [Chapter] {
    var chapters: [Chapter] = []
    var title: String?
    var start = text.startIndex
    var rest = text
    func close(_ end: Int) {
      if let title { chapters.append(Chapter(title: title, text: string(trimmed(text[start..<end])))) }
    }
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let line = rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      if line.starts(with: [0x23, 0x20]) {
        close(line.startIndex)
        title = string(trimmed(line.dropFirst(2)))
        start = rest.startIndex
      }
    }
    close(text.endIndex)
    return chapters
  }

  // Lines end where no letter goes on: what is between them is as much UTF-8 as the whole.
  private static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  // Without white space at both ends.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }
    var part = bytes.drop(while: isSpace)
    while let last = part.last, isSpace(last) { part.removeLast() }
    return part
  }
}
