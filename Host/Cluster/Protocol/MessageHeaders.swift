/// What stands before the payload of a message, as the protocol's fourth design record has it: a line with the version and
/// perhaps a status, and fields.
struct MessageHeaders: Equatable, Sendable {
  /// What the broker says by it: 503 where nobody is there to hear a request.
  private(set) var status: Int?
  private(set) var fields: [Field] = []

  struct Field: Equatable, Sendable {
    let name: String
    let value: String
  }

  /// Why headers can't be read.
  enum Fault: String, Error {
    case version = "they do not begin with NATS/1.0"
    case status = "their status is no number of three digits"
    case line = "a line of theirs does not end in CR and LF"
    case name = "a field of theirs has no name, or one with other signs than may be"
    case value = "a value of theirs is not UTF-8, or has controls"
    case end = "no empty line ends them"
    case surplus = "something stands behind the empty line that ends them"
    case count = "there are too many fields"
  }

  /// How many fields there may be.
  static let countLimit = 64
  private static let version = "NATS/1.0"

  init() {}

  /// Reads all of it; what is empty has no fields.
  init(_ bytes: [UInt8]) throws(Fault) {
    if bytes.isEmpty { return }
    var rest = bytes[...]
    let first = try MessageHeaders.line(&rest)
    guard first.starts(with: MessageHeaders.version.utf8) else { throw .version }
    try readStatus(first.dropFirst(MessageHeaders.version.utf8.count))
    while true {
      if rest.isEmpty { throw .end }
      let line = try MessageHeaders.line(&rest)
      if line.isEmpty { break }
      guard fields.count < MessageHeaders.countLimit else { throw .count }
      fields.append(try MessageHeaders.field(line))
    }
    if !rest.isEmpty { throw .surplus }
  }

  private mutating func readStatus(_ text: ArraySlice<UInt8>) throws(Fault) {
    if text.isEmpty { return }
    guard text.first == UInt8(ascii: " ") else { throw .version }
    // Words for people may stand behind it.
    let digits = text.dropFirst().prefix { $0 != UInt8(ascii: " ") }
    guard digits.count == 3, digits.allSatisfy(\.isDigit) else { throw .status }
    status = digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  // The next line without its end.
  private static func line(_ rest: inout ArraySlice<UInt8>) throws(Fault) -> ArraySlice<UInt8> {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")), end > rest.startIndex, rest[end - 1] == UInt8(ascii: "\r")
    else { throw .line }
    defer { rest = rest[(end + 1)...] }
    return rest[..<(end - 1)]
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(Fault) -> Field {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .name }
    var value = line[(colon + 1)...]
    while let first = value.first, first.isSpace { value.removeFirst() }
    while let last = value.last, last.isSpace { value.removeLast() }
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }),
      let text = String(validating: value, as: UTF8.self)
    else { throw .value }
    return Field(name: String(decoding: line[..<colon], as: UTF8.self), value: text)
  }

  /// The values of all fields of a name, whose letters may be large or small.
  func values(_ name: String) -> [String] {
    fields.filter { field in
      field.name.utf8.count == name.utf8.count
        && zip(field.name.utf8, name.utf8).allSatisfy { $0.0.lowercased == $0.1.lowercased }
    }.map(\.value)
  }

  /// Adds a field. In its value stands what every client can read: other signs than those of ASCII are escaped, and what is
  /// long is cut.
  mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: MessageHeaders.plain(value)))
  }

  /// Adds a field whose value may be longer, and is of printable signs of ASCII only.
  mutating func add(_ name: String, plain value: String) { fields.append(Field(name: name, value: value)) }

  /// How long a value becomes at most, in bytes.
  static let valueLimit = 512

  private static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      if plain.utf8.count > valueLimit - 16 { return plain + "..." }
      if (0x20...0x7E).contains(scalar.value) {
        plain.unicodeScalars.append(scalar)
      } else {
        plain += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return plain
  }

  /// As they stand before a payload.
  var bytes: [UInt8] {
    var bytes = Array(MessageHeaders.version.utf8)
    if let status { bytes += " \(status)".utf8 }
    bytes += "\r\n".utf8
    for field in fields {
      bytes += field.name.utf8
      bytes += ": ".utf8
      bytes += field.value.utf8
      bytes += "\r\n".utf8
    }
    return bytes + "\r\n".utf8
  }
}

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 }
  fileprivate var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
