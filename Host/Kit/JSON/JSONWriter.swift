/// How written JSON looks.
public enum JSONStyle: Sendable {
  /// One line without spaces, whatever the value: `{"id":1,"title":"x"}`.
  case line

  /// Two spaces for each level. A list or map without lists and maps in it stays on one line of up to 80 characters.
  case readable
}

extension Value {
  /// The value as JSON, which `Value(json:)` reads as an equal value.
  ///
  /// Bytes are written as base64 text, and are read as text. Fails for objects, functions, infinite doubles and those
  /// that are not a number, and where lists and maps nest deeper than `depthLimit`.
  public func json(style: JSONStyle = .line) throws(JSONWriteError) -> String {
    var bytes: [UInt8] = []
    try appendJSON(to: &bytes, style: style)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as JSON; after a failure the bytes are as they were.
  public func appendJSON(to bytes: inout [UInt8], style: JSONStyle = .line) throws(JSONWriteError) {
    var writer = JSONWriter(style: style, lineStart: bytes.count)
    let start = bytes.count
    swap(&writer.output, &bytes)
    defer { swap(&writer.output, &bytes) }
    do {
      try writer.write(self, depth: 0)
    } catch {
      writer.output.removeLast(writer.output.count - start)
      throw error
    }
  }
}

extension Value: CustomStringConvertible {
  /// As JSON on one line, for people: what JSON has no form for is named in its place, `{"id":1,"cover":<object Image>}`.
  public var description: String {
    var writer = JSONWriter(style: .line, lineStart: 0, isForPeople: true)
    // Nothing fails that is named.
    try? writer.write(self, depth: 0)
    return String(decoding: writer.output, as: UTF8.self)
  }
}

extension Fields: CustomStringConvertible {
  public var description: String { Value.map(self).description }
}

/// Writes values as JSON behind the bytes of its output.
struct JSONWriter {
  var output: [UInt8] = []
  private let style: JSONStyle
  // Whether what can't be written down is named in its place.
  private let isForPeople: Bool

  // Where the line begins that is being written.
  private var lineStart: Int

  init(style: JSONStyle, lineStart: Int, isForPeople: Bool = false) {
    self.style = style
    self.isForPeople = isForPeople
    self.lineStart = lineStart
  }

  /// Writes a value that is inside so many lists and maps.
  mutating func write(_ value: Value, depth: Int) throws(JSONWriteError) {
    switch value {
    case .null: append("null")
    case .bool(let bool): append(bool ? "true" : "false")
    case .int(let int): output.append(contentsOf: String(int).utf8)
    case .double(let double): try write(double)
    case .text(let text): write(text)
    case .bytes(let bytes): write(bytes)
    case .list, .map: try writeNested(value, depth: depth + 1)
    case .object(let object) where isForPeople:
      append("<object ")
      var type = object.type
      type.withUTF8 { output.appendEscaped(UnsafeRawBufferPointer($0), syntax: false, isName: true) }
      append(">")
    case .function where isForPeople: append("<function>")
    case .object: throw JSONWriteError("an object can't be written down")
    case .function: throw JSONWriteError("a function can't be written down")
    }
  }

  private mutating func append(_ byte: UInt8) { output.append(byte) }

  private mutating func append(_ text: StaticString) {
    output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func write(_ double: Double) throws(JSONWriteError) {
    if double.isNaN, !isForPeople { throw JSONWriteError("a double that is not a number can't be written down") }
    if double.isInfinite, !isForPeople { throw JSONWriteError("an infinite double can't be written down") }
    // The shortest digits that read back the same, always with a point or an exponent.
    output.append(contentsOf: double.description.utf8)
  }

  private mutating func write(_ text: String) {
    append(UInt8(ascii: "\""))
    text.utf8.span.withUnsafeBytes { output.appendEscaped($0) }
    append(UInt8(ascii: "\""))
  }

  private mutating func write(_ bytes: [UInt8]) {
    append(UInt8(ascii: "\""))
    // For no bytes the library writes to the one empty array that all threads share.
    if !bytes.isEmpty {
      bytes.withUnsafeBytes { bytes in
        output.append(
          contentsOf: [UInt8](unsafeUninitializedCapacity: Base64.encodedCount(of: bytes.count)) { letters, written in
            written = Base64.fill(letters, with: bytes)
          })
      }
    }
    append(UInt8(ascii: "\""))
  }
}

// Lists and maps.
extension JSONWriter {
  // What stands between the parts of a list or map.
  private enum Layout { case tight, spaced, lines }

  private mutating func writeNested(_ value: Value, depth: Int) throws(JSONWriteError) {
    guard depth <= Value.depthLimit else {
      if isForPeople { return append("…") }
      throw JSONWriteError("lists and maps nest deeper than \(Value.depthLimit)")
    }
    if style == .line {
      _ = try write(value, depth: depth, as: .tight)
      return
    }
    let start = output.count
    if value.couldBeOneLine {
      if try write(value, depth: depth, as: .spaced) { return }
      output.removeLast(output.count - start)
    }
    _ = try write(value, depth: depth, as: .lines)
  }

  // Returns false, part of it written, where the spaced layout does not fit in the line.
  private mutating func write(_ value: Value, depth: Int, as layout: Layout) throws(JSONWriteError) -> Bool {
    switch value {
    case .list(let list):
      append(UInt8(ascii: "["))
      for index in list.indices {
        separate(layout, isFirst: index == 0, depth: depth)
        do throws(JSONWriteError) { try write(list[index], depth: depth) } catch { throw error.inside(index: index) }
        if layout == .spaced, isLineFull { return false }
      }
      if !list.isEmpty { finish(layout, depth: depth) }
      append(UInt8(ascii: "]"))
    case .map(let fields):
      append(UInt8(ascii: "{"))
      // A field by itself would be a copy of both its parts.
      let entries = fields.entries
      for index in entries.indices {
        separate(layout, isFirst: index == 0, depth: depth)
        write(entries[index].0)
        append(UInt8(ascii: ":"))
        if layout != .tight { append(UInt8(ascii: " ")) }
        do throws(JSONWriteError) { try write(entries[index].1, depth: depth) } catch {
          throw error.inside(key: entries[index].0)
        }
        if layout == .spaced, isLineFull { return false }
      }
      if !fields.isEmpty { finish(layout, depth: depth) }
      append(UInt8(ascii: "}"))
    default: break
    }
    return true
  }

  private mutating func separate(_ layout: Layout, isFirst: Bool, depth: Int) {
    if !isFirst { append(UInt8(ascii: ",")) }
    if layout == .lines { breakLine(indentation: depth) }
    if layout == .spaced, !isFirst { append(UInt8(ascii: " ")) }
  }

  private mutating func finish(_ layout: Layout, depth: Int) {
    if layout == .lines { breakLine(indentation: depth - 1) }
  }

  private mutating func breakLine(indentation: Int) {
    append(UInt8(ascii: "\n"))
    lineStart = output.count
    for _ in 0..<indentation { append("  ") }
  }

  // Whether the line has no room for a closing bracket and a comma.
  private var isLineFull: Bool {
    let width = 78
    let count = output.count - lineStart
    if count <= width || count > width * 4 { return count > width }
    return output[lineStart...].count { $0 & 0xC0 != 0x80 } > width
  }
}

extension Value {
  // Whether it might fit in one line: it is short and has no list or map in it but empty ones.
  fileprivate var couldBeOneLine: Bool {
    switch self {
    case .list(let list): list.count <= 40 && list.allSatisfy(\.isShort)
    case .map(let fields): fields.count <= 40 && fields.allSatisfy { $0.key.utf8.count <= 320 && $0.value.isShort }
    default: true
    }
  }

  private var isShort: Bool {
    switch self {
    case .text(let text): text.utf8.count <= 320
    case .bytes(let bytes): bytes.count <= 60
    case .list(let list): list.isEmpty
    case .map(let fields): fields.isEmpty
    default: true
    }
  }
}
