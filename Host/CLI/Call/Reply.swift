import ComponentKit

/// A call's reply as it is printed.
enum Reply {
  /// A text as it is, with a line's end if it has none; anything else as JSON. With `line` always one line of JSON.
  static func bytes(_ value: Value, line: Bool) throws(JSONWriteError) -> [UInt8] {
    var bytes: [UInt8] = []
    if !line, case .text(let text) = value {
      bytes.reserveCapacity(text.utf8.count + 1)
      bytes += text.utf8
      if bytes.last == UInt8(ascii: "\n") { return bytes }
    } else {
      try value.appendJSON(to: &bytes, style: line ? .line : .readable)
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
