/// Reads a head that has come whole: lines that end in CRLF, the last one empty.
struct HeadReader {
  private let bytes: UnsafeRawBufferPointer
  private let limits: HTTPLimits
  private var head = RequestHead()
  // What may come once only, and came.
  private var seen: Seen = []
  private var length: Int?
  private var closes = false
  private var staysOpen = false
  private var expects = false

  private struct Seen: OptionSet {
    let rawValue: UInt16
    static let host = Seen(rawValue: 1)
    static let length = Seen(rawValue: 2)
    static let encoding = Seen(rawValue: 4)
    static let contentType = Seen(rawValue: 8)
    static let origin = Seen(rawValue: 16)
    static let expect = Seen(rawValue: 32)
    static let trace = Seen(rawValue: 64)
    static let requestID = Seen(rawValue: 128)
    static let contentEncoding = Seen(rawValue: 256)
    static let fetchSite = Seen(rawValue: 512)
    static let cookie = Seen(rawValue: 1024)
    static let authorization = Seen(rawValue: 2048)
  }

  init(_ bytes: UnsafeRawBufferPointer, _ limits: HTTPLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  consuming func read(_ range: Range<Int>) throws(RequestFault) -> RequestHead {
    // The empty line is not looked at.
    var place = try readRequestLine(from: range.lowerBound)
    let end = range.upperBound - 2
    while place < end {
      // Each line has its end, as was seen.
      let lineEnd = (bytes.place(of: .lineFeed, from: place) ?? end) - 1
      let (name, value) = try HeadReader.field(bytes, place..<lineEnd)
      try take(bytes.part(name), value)
      place = lineEnd + 2
    }
    try settle()
    return head
  }

  // MARK: the request line

  // Returns where the next line begins.
  private mutating func readRequestLine(from start: Int) throws(RequestFault) -> Int {
    var place = start
    while bytes[place].isToken { place += 1 }
    guard bytes[place] == 0x20 else {
      throw RequestFault(.badRequest, "the request line is METHOD TARGET HTTP/1.1, with one space between each")
    }
    let method = bytes.part(start..<place)
    head.method = HTTPMethod(method)
    let target = place + 1
    place = target
    while bytes[place].isTarget { place += 1 }
    guard bytes[place] == 0x20, place > target else {
      guard place > target, bytes[place] != .carriageReturn, bytes[place] != 0x20 else {
        throw RequestFault(.badRequest, "the request line is METHOD TARGET HTTP/1.1, with one space between each")
      }
      throw RequestFault(.badRequest, "a byte of the target has no place there, and is written with '%'")
    }
    try readVersion(from: place + 1)
    try readTarget(target..<place, isConnect: method.isWord("CONNECT"))
    return place + 11
  }

  private mutating func readVersion(from place: Int) throws(RequestFault) {
    // There are eight bytes and the line's end, or the head's own end comes first.
    guard place + 10 <= bytes.count, bytes.part(place..<place + 5).isWord("HTTP/"), bytes[place + 5].isDigit,
      bytes[place + 6] == UInt8(ascii: "."), bytes[place + 7].isDigit, bytes[place + 8] == .carriageReturn,
      bytes[place + 9] == .lineFeed
    else { throw RequestFault(.badRequest, "the request line does not end in HTTP/1.1") }
    let (major, minor) = (bytes[place + 5], bytes[place + 7])
    guard major == UInt8(ascii: "1"), minor <= UInt8(ascii: "1") else {
      throw RequestFault(.versionNotSupported, "only HTTP/1.1 and HTTP/1.0 are spoken here")
    }
    head.isCurrent = minor == UInt8(ascii: "1")
  }

  private mutating func readTarget(_ range: Range<Int>, isConnect: Bool) throws(RequestFault) {
    let target = bytes.part(range)
    if isConnect {
      head.form = .authority
      head.authority = RequestHead.Place(range)
    } else if target[0] == UInt8(ascii: "/") {
      head.path = RequestHead.Place(range)
    } else if target.isWord("*") {
      guard head.method == .options else { throw RequestFault(.badRequest, "only OPTIONS has the target *") }
      head.form = .asterisk
    } else {
      try readAbsolute(range)
    }
  }

  private mutating func readAbsolute(_ range: Range<Int>) throws(RequestFault) {
    let target = bytes.part(range)
    let scheme = target.count > 7 && target.part(0..<7).isWord(anyCase: "http://") ? 7 : 8
    guard scheme == 7 || target.count > 8 && target.part(0..<8).isWord(anyCase: "https://") else {
      throw RequestFault(.badRequest, "the target is neither a path nor an address of http or https")
    }
    var end = scheme
    while end < target.count, target[end] != UInt8(ascii: "/"), target[end] != UInt8(ascii: "?") { end += 1 }
    guard end > scheme else { throw RequestFault(.badRequest, "the address in the request line has no host") }
    head.form = .absolute
    head.authority = RequestHead.Place(range.lowerBound + scheme..<range.lowerBound + end)
    guard end < target.count else { return }
    guard target[end] == UInt8(ascii: "/") else {
      throw RequestFault(.badRequest, "the address in the request line has a query, but no path")
    }
    head.path = RequestHead.Place(range.lowerBound + end..<range.upperBound)
  }

  // MARK: fields

  /// The name and the value of a field, in a line without its end.
  static func field(
    _ bytes: UnsafeRawBufferPointer, _ line: Range<Int>
  ) throws(RequestFault) -> (name: Range<Int>, value: Range<Int>) {
    var place = line.lowerBound
    while place < line.upperBound, bytes[place].isToken { place += 1 }
    let name = line.lowerBound..<place
    guard place < line.upperBound, bytes[place] == UInt8(ascii: ":"), !name.isEmpty else {
      if name.isEmpty, let first = bytes.part(line).first, first.isSpace {
        throw RequestFault(.badRequest, "a header field goes on in a second line")
      }
      if place < line.upperBound, bytes[place].isSpace {
        throw RequestFault(.badRequest, "there is a space within or behind the name of a header field")
      }
      throw RequestFault(.badRequest, "a header field is its name, a colon and its value")
    }
    var (lower, upper) = (place + 1, line.upperBound)
    while lower < upper, bytes[lower].isSpace { lower += 1 }
    while lower < upper, bytes[upper - 1].isSpace { upper -= 1 }
    for place in lower..<upper where !bytes[place].isFieldContent {
      throw RequestFault(.badRequest, "the value of a header field has a control character in it")
    }
    return (name, lower..<upper)
  }

  private mutating func take(_ name: UnsafeRawBufferPointer, _ range: Range<Int>) throws(RequestFault) {
    let value = bytes.part(range)
    let place = RequestHead.Place(range)
    switch name.count {
    case 4 where name.isWord(anyCase: "host"):
      try once(.host, "Host")
      head.host = place
    case 6 where name.isWord(anyCase: "accept"): head.accept.read(value)
    case 6 where name.isWord(anyCase: "origin"):
      try once(.origin, "Origin")
      head.origin = place
    case 6 where name.isWord(anyCase: "cookie"):
      head.cookie = seen.insert(.cookie).inserted ? place : .nowhere
    case 6 where name.isWord(anyCase: "expect"):
      try once(.expect, "Expect")
      guard value.isWord(anyCase: "100-continue") else {
        throw RequestFault(.expectationFailed, "of what a client may expect there is only 100-continue")
      }
      expects = true
    case 6 where name.isWord(anyCase: "prefer"):
      if head.wait == nil { head.wait = Preference.wait(value) }
      head.isByName = head.isByName || Preference.isByName(value)
    case 10 where name.isWord(anyCase: "connection"):
      value.eachPart(by: UInt8(ascii: ",")) { word in
        if word.isWord(anyCase: "close") { closes = true }
        if word.isWord(anyCase: "keep-alive") { staysOpen = true }
      }
    case 11 where name.isWord(anyCase: "traceparent"):
      // Of two nobody knows which is meant.
      head.traceParent = seen.insert(.trace).inserted ? place : .nowhere
    case 12 where name.isWord(anyCase: "content-type"):
      try once(.contentType, "Content-Type")
      head.contentType = place
    case 12 where name.isWord(anyCase: "x-request-id"):
      head.requestID = seen.insert(.requestID).inserted ? place : .nowhere
    case 13 where name.isWord(anyCase: "last-event-id"): head.lastEventID = place
    case 13 where name.isWord(anyCase: "authorization"):
      head.authorization = seen.insert(.authorization).inserted ? place : .nowhere
    case 14 where name.isWord(anyCase: "content-length"):
      try once(.length, "Content-Length")
      length = try HeadReader.length(value)
    case 14 where name.isWord(anyCase: "sec-fetch-site"):
      try once(.fetchSite, "Sec-Fetch-Site")
      head.fetchSite = place
    case 16 where name.isWord(anyCase: "content-encoding"):
      try once(.contentEncoding, "Content-Encoding")
      head.contentEncoding = place
    case 17 where name.isWord(anyCase: "transfer-encoding"):
      try once(.encoding, "Transfer-Encoding")
      guard value.isWord(anyCase: "chunked") else {
        throw RequestFault(.notImplemented, "of transfer encodings there is only chunked")
      }
    default: break
    }
  }

  private mutating func once(_ field: Seen, _ name: StaticString) throws(RequestFault) {
    guard seen.insert(field).inserted else {
      throw RequestFault(.badRequest, "the header field \(name) comes twice")
    }
  }

  private static func length(_ value: UnsafeRawBufferPointer) throws(RequestFault) -> Int {
    guard !value.isEmpty, value.allSatisfy({ $0.isDigit }) else {
      throw RequestFault(.badRequest, "Content-Length is a number in decimal digits")
    }
    guard value.count <= 18 else {
      throw RequestFault(.contentTooLarge, "Content-Length has more than 18 digits")
    }
    return value.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  // MARK: what all of it means

  private mutating func settle() throws(RequestFault) {
    guard seen.contains(.host) || !head.isCurrent else {
      throw RequestFault(.badRequest, "a request of HTTP/1.1 has the header field Host")
    }
    if seen.contains(.encoding) {
      guard !seen.contains(.length) else {
        throw RequestFault(.badRequest, "Transfer-Encoding and Content-Length exclude each other")
      }
      guard head.isCurrent else {
        throw RequestFault(.badRequest, "HTTP/1.0 has no Transfer-Encoding")
      }
      head.body = .chunked
    } else if let length {
      guard length <= limits.body else { throw .tooLarge(limits) }
      head.body = .length(length)
    }
    head.keepsAlive = !closes && (head.isCurrent || staysOpen)
    // Nobody waits who has nothing to send.
    head.expectsContinue = expects && head.isCurrent && head.body != .none && head.body != .length(0)
  }
}
