extension CallURL: CustomStringConvertible {
  /// The URL for people, also where it can't be written so that reading it gives the URL again.
  public var description: String {
    var writer = URLWriter()
    writer.write(self)
    return String(decoding: writer.output, as: UTF8.self)
  }
}

/// Writes a URL. All is escaped but the letters, digits and signs that never have a meaning.
struct URLWriter {
  private(set) var output: [UInt8] = []

  mutating func write(_ url: CallURL) {
    output += url.scheme.utf8
    output += "://".utf8
    escape(url.host)
    for part in url.path {
      output.append(UInt8(ascii: "/"))
      escape(part)
    }
    var sign = UInt8(ascii: "?")
    for (key, value) in url.parameters {
      let items = if case .list(let items) = value { items } else { [value] }
      for item in items {
        output.append(sign)
        sign = UInt8(ascii: "&")
        escape(key)
        if value.list != nil { output += "[]".utf8 }
        if item == true { continue }
        output.append(UInt8(ascii: "="))
        escape(item.written)
      }
    }
  }

  private mutating func escape(_ text: String) {
    for byte in text.utf8 {
      if byte.isUnreserved { output.append(byte) } else { output.appendEscape(of: byte) }
    }
  }
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
