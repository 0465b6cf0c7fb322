/// Reads a URL from borrowed bytes that are valid UTF-8.
struct URLReader {
  private let bytes: UnsafeRawBufferPointer
  private let parameterLimit: Int
  private var place = 0
  private var end: Int
  private var count = 0

  init(_ bytes: UnsafeRawBufferPointer, parameterLimit: Int) {
    self.bytes = bytes
    self.parameterLimit = parameterLimit
    // Whatever a fragment holds is nobody's business but the caller's.
    end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
  }

  mutating func read() throws(URLFault) -> CallURL {
    var url = CallURL(scheme: try readScheme(), host: "")
    url.host = try readHost()
    url.path = try readPath()
    if peek == UInt8(ascii: "?") {
      place += 1
      try readQuery(into: &url.parameters)
    }
    return url
  }

  private var peek: UInt8? { place < end ? bytes[place] : nil }

  private func fault(_ message: String, at place: Int) -> URLFault { URLFault(.invalid, message, column: place + 1) }

  // MARK: scheme and host

  private mutating func readScheme() throws(URLFault) -> String {
    guard let first = peek, first.isLetter else {
      throw fault("a URL begins with a scheme, such as app://", at: place)
    }
    let start = place
    while let byte = peek, byte.isLetter || byte.isDigit || "+-.".utf8.contains(byte) { place += 1 }
    let scheme = String(decoding: bytes[start..<place], as: UTF8.self).lowercased()
    for sign in "://".utf8 {
      guard peek == sign else {
        throw fault("expected '://' behind the scheme '\(scheme.prefix(40))'", at: place)
      }
      place += 1
    }
    return scheme
  }

  private mutating func readHost() throws(URLFault) -> String {
    let start = place
    while let byte = peek, byte != UInt8(ascii: "/"), byte != UInt8(ascii: "?") { place += 1 }
    for position in start..<place {
      switch bytes[position] {
      case UInt8(ascii: "@"): throw fault("a user's name has no place in it", at: position)
      case UInt8(ascii: "["), UInt8(ascii: "]"): throw fault("an address is no target", at: position)
      case UInt8(ascii: ":"): throw fault("a port has no place in it", at: position)
      default: break
      }
    }
    guard place > start else { throw fault("the host part is missing: it names the target", at: start) }
    return try decoded(start..<place)
  }

  // MARK: path

  private mutating func readPath() throws(URLFault) -> [String] {
    var path: [String] = []
    while peek == UInt8(ascii: "/") {
      place += 1
      let start = place
      while let byte = peek, byte != UInt8(ascii: "/"), byte != UInt8(ascii: "?") { place += 1 }
      if place == start {
        // One slash at the end says nothing.
        guard peek == nil || peek == UInt8(ascii: "?") else { throw fault("a part of the path is empty", at: start) }
        return path
      }
      let part = try decoded(start..<place)
      guard part != ".", part != ".." else { throw fault("'\(part)' has no place in the path", at: start) }
      path.append(part)
    }
    return path
  }

  // MARK: query

  private mutating func readQuery(into fields: inout Fields) throws(URLFault) {
    var found: [(key: String, value: Value)] = []
    // Many keys are told apart by a dictionary, few by a search.
    var places: [String: Int]?
    while place < end {
      let start = place
      while let byte = peek, byte != UInt8(ascii: "&") { place += 1 }
      let piece = start..<place
      place += 1
      if piece.isEmpty { continue }
      count += 1
      guard count <= parameterLimit else {
        throw URLFault(.tooManyParameters, "it has more than \(parameterLimit) parameters")
      }
      let (key, value, isItem) = try readParameter(piece)
      if places == nil, found.count >= 16 {
        places = Dictionary(uniqueKeysWithValues: found.enumerated().map { ($1.key, $0) })
      }
      let known = if let places { places[key] } else { found.firstIndex { $0.key == key } }
      if let known {
        var list: [Value] = if case .list(let list) = found[known].value { list } else { [found[known].value] }
        found[known].value = nil
        list.append(value)
        found[known].value = .list(list)
      } else {
        places?[key] = found.count
        found.append((key, isItem ? .list([value]) : value))
      }
    }
    fields = Fields(unique: found)
  }

  private func readParameter(_ piece: Range<Int>) throws(URLFault) -> (key: String, value: Value, isItem: Bool) {
    let sign = bytes[piece].firstIndex(of: UInt8(ascii: "="))
    var key = try decoded(piece.lowerBound..<(sign ?? piece.upperBound))
    let isItem = key.hasSuffix("[]")
    if isItem { key.removeLast(2) }
    guard !key.isEmpty else { throw fault("a parameter has no name", at: piece.lowerBound) }
    guard !key.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) else {
      throw fault("brackets stand at the end of a parameter's name and are empty: key[]=value", at: piece.lowerBound)
    }
    guard let sign else { return (key, true, isItem) }
    return (key, .text(try decoded(sign + 1..<piece.upperBound)), isItem)
  }
}

// Percent signs.
extension URLReader {
  /// The text of some bytes, percent-decoded. Plus signs are plus signs.
  private func decoded(_ range: Range<Int>) throws(URLFault) -> String {
    var isPlain = true
    for position in range {
      let byte = bytes[position]
      if byte == UInt8(ascii: "%") { isPlain = false }
      if byte <= 0x20 || byte >= 0x7F || byte.isUnsafeInURL { try check(position) }
    }
    if isPlain { return String(decoding: bytes[range], as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      if byte != UInt8(ascii: "%") {
        decoded.append(byte)
        position += 1
        continue
      }
      guard position + 2 < range.upperBound, let high = bytes[position + 1].hexDigit,
        let low = bytes[position + 2].hexDigit
      else { throw fault("'%' must be followed by two hexadecimal digits", at: position) }
      guard high | low != 0 else { throw fault("%00 has no place in a URL", at: position) }
      decoded.append(high << 4 | low)
      position += 3
    }
    let isValid = decoded.withUnsafeBytes { $0.isValidUTF8 }
    guard isValid else { throw fault("what it encodes is not valid UTF-8", at: range.lowerBound) }
    return String(decoding: decoded, as: UTF8.self)
  }

  // Letters of other languages may stand as they are; spaces, controls and what RFC 3986 leaves out may not.
  private func check(_ position: Int) throws(URLFault) {
    let byte = bytes[position]
    if byte < 0x80 {
      let code = String(byte, radix: 16, uppercase: true)
      throw fault("the character must be written as %\(byte < 16 ? "0" : "")\(code)", at: position)
    }
    // A scalar's first byte.
    guard byte >= 0xC0 else { return }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[position..<min(position + 4, bytes.count)])
    guard let scalar = String(decoding: rest, as: UTF8.self).unicodeScalars.first, scalar.isInvisible else { return }
    throw fault(
      "the character U+\(String(scalar.value, radix: 16, uppercase: true)) must be percent-encoded", at: position)
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isUnsafeInURL: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      true
    default: false
    }
  }

  fileprivate var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Unicode.Scalar {
  // Controls, and what turns the direction of writing or can't be seen.
  fileprivate var isInvisible: Bool {
    switch value {
    case 0x80...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }
}
