/// What a piece of a URL is.
enum URLPart {
  case host, path, key, value

  /// Names are compared and shown, so what can't be seen has no place in them, however it is written.
  var isName: Bool { self == .host || self == .key }

  /// What messages call it.
  var name: String {
    switch self {
    case .host: "the name of a target"
    case .key: "the name of a parameter"
    case .path, .value: "a URL"
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The text of a part that begins and ends between two characters of valid UTF-8. It is not checked again, which
  /// would take longer than the copy.
  @inline(__always)
  func text(_ range: Range<Int>, isASCII: Bool = false) -> String {
    unsafe String(copying: UTF8Span(unchecked: Span(_unsafeBytes: part(range)), isKnownASCII: isASCII))
  }
}

extension URLReader {
  /// What stands before the next sign or the limit, and whether all of its bytes stand for themselves: in most URLs they
  /// do, and the text is what stands there.
  @inline(__always)
  func piece(from start: Int, to sign: UInt8, limit: Int) -> (range: Range<Int>, isPlain: Bool) {
    var place = start
    var isPlain = true
    while place < limit, bytes[place] != sign {
      if !bytes[place].isPlain { isPlain = false }
      place &+= 1
    }
    return (start..<place, isPlain)
  }

  /// The text of bytes that are not all plain: checked and percent-decoded. Plus signs are plus signs.
  @inline(never)
  func checked(_ range: Range<Int>, of part: URLPart) throws(URLFault) -> String {
    var isPlain = true
    for place in range where !bytes[place].isPlain {
      if bytes[place] == UInt8(ascii: "%") { isPlain = false } else { try check(place, of: part) }
    }
    if isPlain { return bytes.text(range) }
    let decoded = try unescaped(range)
    if let offset = decoded.withUnsafeBytes({ $0.firstInvalidUTF8 }) {
      throw fault("\(String(escapesOf: [decoded[offset]])) is not valid UTF-8 here", at: source(of: offset, in: range))
    }
    let text = String(decoding: decoded, as: UTF8.self)
    if part.isName {
      let scalars = text.unicodeScalars
      if let index = scalars.firstIndex(where: \.isInvisible) {
        let offset = text.utf8.distance(from: text.startIndex, to: index)
        throw fault("\(scalars[index].code) has no place in \(part.name)", at: source(of: offset, in: range))
      }
    }
    return text
  }

  // What escapes encode, which may be anything.
  private func unescaped(_ range: Range<Int>) throws(URLFault) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(range.count)
    var place = range.lowerBound
    while place < range.upperBound {
      let byte = bytes[place]
      guard byte == UInt8(ascii: "%") else {
        output.append(byte)
        place += 1
        continue
      }
      guard range.upperBound - place > 2, let high = bytes[place + 1].hexDigit, let low = bytes[place + 2].hexDigit
      else { throw fault("two hexadecimal digits belong behind '%', which itself is written as %25", at: place) }
      guard high | low != 0 else { throw fault("%00 has no place in a URL", at: place) }
      output.append(high << 4 | low)
      place += 3
    }
    return output
  }

  // Where the byte comes from that is at an offset of what was decoded.
  private func source(of offset: Int, in range: Range<Int>) -> Int {
    var place = range.lowerBound
    for _ in 0..<offset { place += bytes[place] == UInt8(ascii: "%") ? 3 : 1 }
    return place
  }

  // Letters of other languages may stand as they are; spaces, what can't be seen and what RFC 3986 leaves out may not.
  private func check(_ place: Int, of part: URLPart) throws(URLFault) {
    // Inside a scalar that was found good.
    if bytes[place] & 0xC0 == 0x80 { return }
    // Brackets make lists of parameters.
    let isBracket = bytes[place] == UInt8(ascii: "[") || bytes[place] == UInt8(ascii: "]")
    if isBracket, part == .key || part == .value { return }
    let scalar = scalar(at: place)
    let mayStand = scalar.value >= 0x80 && !scalar.isInvisible && scalar.properties.generalCategory != .spaceSeparator
    if mayStand { return }
    if scalar.value == 0 || part.isName && scalar.isInvisible {
      throw fault("\(scalar.code) has no place in \(part.name)", at: place)
    }
    let isShown = (0x21...0x7E).contains(scalar.value)
    let name = scalar == " " ? "a space" : isShown ? "'\(scalar)'" : scalar.code
    throw fault("\(name) must be written as \(String(escapesOf: String(scalar).utf8))", at: place)
  }

  // The scalar whose first byte is at a place. The bytes are valid UTF-8.
  private func scalar(at place: Int) -> Unicode.Scalar {
    let end = min(place + 4, bytes.count)
    // What follows it, and may be cut short, is of no account.
    return String(decoding: bytes.part(place..<end), as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
  }
}
