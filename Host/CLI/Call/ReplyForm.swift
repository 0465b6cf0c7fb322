import ComponentKit

/// How a call's reply is printed.
struct ReplyForm: Sendable {
  /// Texts and bytes as they are, for other programs.
  private let isRaw: Bool
  /// The parts that are wanted of it; all of it where there are none.
  private let parts: [ReplyPath]

  static let options: [Option] = [.raw, .field]

  init(_ arguments: Arguments) throws(Problem) {
    isRaw = arguments.has(.raw)
    var parts: [ReplyPath] = []
    for text in arguments.values(.field) { parts.append(try ReplyPath(text)) }
    self.parts = parts
    if isRaw, arguments.has(.json) {
      throw .usage("--raw and --json exclude each other", help: "leave out --json: a text and bytes are then no JSON")
    }
  }

  /// The bytes of a reply.
  ///
  /// - Parameters:
  ///   - name: what was called, for messages.
  ///   - line: whether it is always JSON, each part on one line.
  ///   - isShown: whether a person sees it: then nothing in a text acts on the terminal.
  func bytes(_ reply: Value, of name: String, line: Bool, isShown: Bool) throws(Problem) -> [UInt8] {
    if parts.isEmpty {
      // An action that has nothing to say prints nothing, except to programs, which count on a line.
      if reply.isNull, !line { return [] }
      return try write(reply, name, line, isShown)
    }
    var bytes: [UInt8] = []
    for path in parts { bytes += try write(try path.part(of: reply), name, line, isShown) }
    return bytes
  }

  private func write(_ value: Value, _ name: String, _ line: Bool, _ isShown: Bool) throws(Problem) -> [UInt8] {
    if isRaw {
      if case .text(let text) = value { return Array(text.utf8) }
      if case .bytes(let bytes) = value { return bytes }
    }
    do throws(JSONWriteError) {
      return try Reply.bytes(value, line: line, isShown: isShown)
    } catch {
      throw Problem(.failed, "unwritable_reply", "the reply of \(name) can't be printed: \(error)")
    }
  }
}

/// A value as it is printed.
enum Reply {
  /// A text as it is, with a line's end if it has none, bytes as base64, as a parameter takes them; anything else as JSON.
  /// With `line` always one line of JSON.
  ///
  /// - Parameter isShown: whether what would act on a terminal is escaped, as JSON always has it.
  static func bytes(_ value: Value, line: Bool, isShown: Bool = false) throws(JSONWriteError) -> [UInt8] {
    var bytes: [UInt8] = []
    if !line, case .text(let text) = value {
      bytes.reserveCapacity(text.utf8.count + 1)
      if isShown { bytes += harmless(text).utf8 } else { bytes += text.utf8 }
      if bytes.last == UInt8(ascii: "\n") { return bytes }
    } else if !line, case .bytes(let data) = value {
      bytes += Base64.encode(data).utf8
    } else {
      try value.appendJSON(to: &bytes, style: line ? .line : .readable)
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  // Lines and tabs are what a text on a terminal is made of.
  private static func harmless(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isDisturbing, scalar != "\n", scalar != "\t" {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
