extension CallURL: CustomStringConvertible {
  /// The URL as text. Reading it gives the URL again, if its parameters are texts, lists of texts and true.
  public var description: String {
    var bytes = Array(scheme.utf8)
    bytes += "://".utf8
    CallURL.encode(host, into: &bytes)
    for part in path {
      bytes.append(UInt8(ascii: "/"))
      CallURL.encode(part, into: &bytes)
    }
    var sign = UInt8(ascii: "?")
    for (key, value) in parameters {
      if case .list(let items) = value {
        for item in items { CallURL.add(key, item, isItem: true, &sign, to: &bytes) }
      } else {
        CallURL.add(key, value, isItem: false, &sign, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func add(_ key: String, _ value: Value, isItem: Bool, _ sign: inout UInt8, to bytes: inout [UInt8]) {
    bytes.append(sign)
    sign = UInt8(ascii: "&")
    encode(key, into: &bytes)
    if isItem { bytes += "[]".utf8 }
    if value == true { return }
    bytes.append(UInt8(ascii: "="))
    encode(value.written, into: &bytes)
  }

  // All but the letters, digits and signs that RFC 3986 never gives a meaning.
  private static func encode(_ text: String, into bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigits[Int(byte >> 4)])
        bytes.append(hexDigits[Int(byte & 15)])
      }
    }
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)
}

extension Value {
  // As a URL has it: texts as they are, everything else as JSON.
  fileprivate var written: String {
    switch self {
    case .text(let text): text
    case .bytes(let bytes): Base64.encode(bytes)
    default: (try? json()) ?? ""
    }
  }
}
