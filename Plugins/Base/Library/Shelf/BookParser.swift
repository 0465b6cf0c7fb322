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
    guard let whole = String(validating: plain, as: UTF8.self) else { throw .notText("it is not UTF-8") }
    let (fields, rest) = try Book.header(whole.utf8)
    id = try Book.number("id", fields, atLeast: 1)
    title = try Book.required("title", fields)
    author = try Book.required("author", fields)
    year = fields["year"] == nil ? nil : try Book.number("year", fields, atLeast: -9999)
    summary = fields["summary"] ?? ""
    text = Book.trimmed(rest)
    if text.isEmpty { throw .noText }
    chapters = Book.chapters(of: text)
  }

  // The bytes without byte order mark, with "\n" at the ends of lines, and without what moves a terminal's cursor.
  private static func plain(_ bytes: [UInt8]) throws(BookFault) -> [UInt8] {
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
    _ whole: String.UTF8View
  ) throws(BookFault) -> (fields: [String: String], rest: Substring.UTF8View) {
    var fields: [String: String] = [:]
    var rest = whole[...]
    for _ in 0...headerLines {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let line = rest[..<end]
      rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        if fields.isEmpty { throw .noHeader }
        return (fields, rest)
      }
      guard line.count <= headerWidth, let colon = line.firstIndex(of: 0x3A) else { throw .noHeader }
      let name = trimmed(line[..<colon]).lowercased()
      if fields[name] == nil { fields[name] = trimmed(line[line.index(after: colon)...]) }
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

  private static func chapters(of text: String) -> [Chapter] {
    var chapters: [Chapter] = []
    var title: String?
    var start = text.utf8.startIndex
    var rest = text.utf8[...]
    func close(_ end: String.Index) {
      if let title { chapters.append(Chapter(title: title, text: trimmed(text.utf8[start..<end]))) }
    }
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let line = rest[..<end]
      let after = end == rest.endIndex ? end : rest.index(after: end)
      if line.starts(with: [0x23, 0x20]) {
        close(line.startIndex)
        title = trimmed(line.dropFirst(2))
        start = after
      }
      rest = rest[after...]
    }
    close(text.utf8.endIndex)
    return chapters
  }

  // Without white space at both ends.
  private static func trimmed(_ utf8: Substring.UTF8View) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }
    var part = utf8.drop(while: isSpace)
    while let last = part.last, isSpace(last) { part.removeLast() }
    return String(Substring(part))
  }
}
