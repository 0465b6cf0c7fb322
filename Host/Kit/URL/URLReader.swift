import Glibc

/// Reads a URL from borrowed bytes that are valid UTF-8.
struct URLReader {
  let bytes: UnsafeRawBufferPointer
  private let parameterLimit: Int

  /// The next byte to read.
  private var place = 0

  // Where the query begins, its question mark being the first byte; else the same as the end.
  private let query: Int

  // Where the fragment begins, which the host ignores; else where the text ends.
  private let end: Int

  init(_ bytes: UnsafeRawBufferPointer, parameterLimit: Int) {
    self.bytes = bytes
    self.parameterLimit = parameterLimit
    end = bytes.first(UInt8(ascii: "#"), in: 0..<bytes.count)
    query = bytes.first(UInt8(ascii: "?"), in: 0..<end)
  }

  mutating func read() throws(URLFault) -> CallURL {
    let scheme = try readScheme()
    let host = try readHost()
    let path = try readPath()
    return CallURL(scheme: scheme, host: host, path: path, parameters: try readQuery())
  }

  /// A fault at a byte.
  func fault(_ message: String, at place: Int) -> URLFault { URLFault(.invalid, message, column: place + 1) }
}

extension UnsafeRawBufferPointer {
  // The first place in a range that has the byte; the range's end where none has.
  fileprivate func first(_ byte: UInt8, in range: Range<Int>) -> Int {
    guard let start = baseAddress, let found = memchr(start + range.lowerBound, Int32(byte), range.count) else {
      return range.upperBound
    }
    return UnsafeRawPointer(found) - start
  }
}

// What stands before the query.
extension URLReader {
  private mutating func readScheme() throws(URLFault) -> String {
    guard let first = bytes.first, first.isLetter else {
      throw fault("a URL begins with a scheme, such as app://", at: 0)
    }
    var isLower = true
    while place < query, bytes[place].mayBeInScheme {
      if bytes[place].isUpper { isLower = false }
      place += 1
    }
    let text = bytes.text(0..<place)
    let scheme = isLower ? text : text.lowercased()
    for sign in "://".utf8 {
      guard place < query, bytes[place] == sign else {
        throw fault("expected '://' behind the scheme '\(scheme.prefix(40))'", at: place)
      }
      place += 1
    }
    return scheme
  }

  private mutating func readHost() throws(URLFault) -> String {
    let (host, isPlain) = piece(from: place, to: UInt8(ascii: "/"), limit: query)
    place = host.upperBound
    guard !host.isEmpty else { throw fault("the host part is missing: it names the target", at: place) }
    let signs = (user: UInt8(ascii: "@"), bracket: UInt8(ascii: "["), port: UInt8(ascii: ":"))
    for place in host where bytes[place] == signs.user || bytes[place] == signs.bracket || bytes[place] == signs.port {
      // What may stand around a host elsewhere. The user comes first and may have a colon.
      try refuse(signs.user, in: host, "a user has no place before the target")
      try refuse(signs.bracket, in: host, "an address in brackets is no target")
      try refuse(signs.port, in: host, "a port has no place behind the target")
    }
    return try isPlain ? bytes.text(host, isASCII: true) : checked(host, of: .host)
  }

  private func refuse(_ sign: UInt8, in range: Range<Int>, _ message: String) throws(URLFault) {
    let found = bytes.first(sign, in: range)
    guard found == range.upperBound else { throw fault(message, at: found) }
  }

  private mutating func readPath() throws(URLFault) -> [String] {
    var path: [String] = []
    while place < query {
      // Past the slash.
      let (part, isPlain) = piece(from: place + 1, to: UInt8(ascii: "/"), limit: query)
      place = part.upperBound
      if part.isEmpty {
        // One slash at the end says nothing.
        guard place < query else { break }
        throw fault("a part of the path is empty", at: place)
      }
      let text = try isPlain ? bytes.text(part, isASCII: true) : checked(part, of: .path)
      guard text.utf8.count > 2 || text != "." && text != ".." else {
        throw fault("'\(text)' has no place in the path", at: part.lowerBound)
      }
      // Most paths have one part, and a literal has room for just that.
      if path.isEmpty { path = [text] } else { path.append(text) }
    }
    return path
  }
}

// The parameters.
extension URLReader {
  private mutating func readQuery() throws(URLFault) -> Fields {
    // Without labels, as fields keep them: the array would otherwise be copied.
    var found: [(String, Value)] = []
    // Many keys are told apart by a dictionary, few by a search.
    var places: [ByteKey: Int]?
    var count = 0
    while place < end {
      // Past the question mark or ampersand.
      let (piece, isPlain) = piece(from: place + 1, to: UInt8(ascii: "&"), limit: end)
      place = piece.upperBound
      if piece.isEmpty { continue }
      count += 1
      guard count <= parameterLimit else {
        throw URLFault(
          .tooManyParameters, "it has more than \(parameterLimit) parameters", column: piece.lowerBound + 1)
      }
      let sign = bytes.first(UInt8(ascii: "="), in: piece)
      let (key, isItem) = try readKey(piece.lowerBound..<sign, isPlain)
      let value: Value
      if sign == place {
        value = true
      } else {
        let range = sign + 1..<place
        value = .text(try isPlain ? bytes.text(range, isASCII: true) : checked(range, of: .value))
      }
      if places == nil, found.count > Fields.searchLimit {
        places = Dictionary(uniqueKeysWithValues: found.enumerated().map { (ByteKey($1.0), $0) })
      }
      let known = if let places { places[ByteKey(key)] } else { found.firstIndex { $0.0.hasBytes(of: key) } }
      if let known {
        found[known].1.append(value)
      } else {
        places?[ByteKey(key)] = found.count
        let field = (key, isItem ? .list([value]) : value)
        if found.isEmpty { found = [field] } else { found.append(field) }
      }
    }
    return Fields(unique: found)
  }

  // A parameter's name, and whether it is an item of a list.
  private func readKey(_ range: Range<Int>, _ isPlain: Bool) throws(URLFault) -> (key: String, isItem: Bool) {
    // Brackets are not plain.
    if isPlain, !range.isEmpty { return (bytes.text(range, isASCII: true), false) }
    var key = try checked(range, of: .key)
    // Not by characters: one may be a letter and the bracket behind it.
    let isItem = key.utf8.suffix(2).elementsEqual("[]".utf8)
    if isItem { key.unicodeScalars.removeLast(2) }
    guard !key.isEmpty else { throw fault("a parameter has no name", at: range.lowerBound) }
    guard !key.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) else {
      throw fault("brackets stand at the end of a parameter's name and are empty: key[]=value", at: range.lowerBound)
    }
    return (key, isItem)
  }
}

extension Value {
  // Adds an item to a list; any other value becomes the first item of one.
  fileprivate mutating func append(_ item: Value) {
    guard case .list(var list) = self else {
      self = .list([self, item])
      return
    }
    // Else each item would copy the list.
    self = .null
    list.append(item)
    self = .list(list)
  }
}
