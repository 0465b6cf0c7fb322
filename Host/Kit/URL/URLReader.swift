/// Reads a URL from borrowed bytes that are valid UTF-8.
struct URLReader {
  let bytes: UnsafeRawBufferPointer
  private let parameterLimit: Int

  /// The next byte to read.
  private var place = 0

  // Where the query begins, its question mark being the first byte; else the same as the end.
  private let query: Int

  // Where the fragment begins, which is nobody's business but the caller's; else where the text ends.
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
    var place = range.lowerBound
    while place < range.upperBound, self[place] != byte { place += 1 }
    return place
  }
}

// What stands before the query.
extension URLReader {
  private mutating func readScheme() throws(URLFault) -> String {
    guard let first = bytes.first, first.isLetter else {
      throw fault("a URL begins with a scheme, such as app://", at: 0)
    }
    while place < query, bytes[place].mayBeInScheme { place += 1 }
    let scheme = String(decoding: bytes.part(0..<place), as: UTF8.self).lowercased()
    for sign in "://".utf8 {
      guard place < query, bytes[place] == sign else {
        throw fault("expected '://' behind the scheme '\(scheme.prefix(40))'", at: place)
      }
      place += 1
    }
    return scheme
  }

  private mutating func readHost() throws(URLFault) -> String {
    let host = place..<bytes.first(UInt8(ascii: "/"), in: place..<query)
    place = host.upperBound
    guard !host.isEmpty else { throw fault("the host part is missing: it names the target", at: place) }
    // What may stand around a host elsewhere. The user comes first and may have a colon.
    let signs: [(StaticString, UInt8)] = [
      ("a user has no place before the target", UInt8(ascii: "@")),
      ("an address in brackets is no target", UInt8(ascii: "[")),
      ("a port has no place behind the target", UInt8(ascii: ":")),
    ]
    for (message, sign) in signs {
      let found = bytes.first(sign, in: host)
      guard found == place else { throw fault("\(message)", at: found) }
    }
    return try decoded(host, of: .host)
  }

  private mutating func readPath() throws(URLFault) -> [String] {
    var path: [String] = []
    while place < query {
      // Past the slash.
      let part = place + 1..<bytes.first(UInt8(ascii: "/"), in: place + 1..<query)
      place = part.upperBound
      if part.isEmpty {
        // One slash at the end says nothing.
        guard place < query else { break }
        throw fault("a part of the path is empty", at: place)
      }
      let text = try decoded(part, of: .path)
      guard text != ".", text != ".." else { throw fault("'\(text)' has no place in the path", at: part.lowerBound) }
      path.append(text)
    }
    return path
  }
}

// The parameters.
extension URLReader {
  private mutating func readQuery() throws(URLFault) -> Fields {
    var found: [Fields.Element] = []
    // Many keys are told apart by a dictionary, few by a search.
    var places: [String: Int]?
    var count = 0
    while place < end {
      // Past the question mark or ampersand.
      let piece = place + 1..<bytes.first(UInt8(ascii: "&"), in: place + 1..<end)
      place = piece.upperBound
      if piece.isEmpty { continue }
      count += 1
      guard count <= parameterLimit else {
        throw URLFault(
          .tooManyParameters, "it has more than \(parameterLimit) parameters", column: piece.lowerBound + 1)
      }
      let sign = bytes.first(UInt8(ascii: "="), in: piece)
      let (key, isItem) = try readKey(piece.lowerBound..<sign)
      let value: Value = sign < place ? .text(try decoded(sign + 1..<place, of: .value)) : true
      if places == nil, found.count > Fields.searchLimit {
        places = Dictionary(uniqueKeysWithValues: found.enumerated().map { ($1.key, $0) })
      }
      let known = if let places { places[key] } else { found.firstIndex { $0.key == key } }
      if let known {
        found[known].value.append(value)
      } else {
        places?[key] = found.count
        found.append((key, isItem ? .list([value]) : value))
      }
    }
    return Fields(unique: found)
  }

  // A parameter's name, and whether it is an item of a list.
  private func readKey(_ range: Range<Int>) throws(URLFault) -> (key: String, isItem: Bool) {
    var key = try decoded(range, of: .key)
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
