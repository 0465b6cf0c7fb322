import ComponentABI
import ComponentKit

/// Writes what is kept of a component, one part after the other; `KeptReader` reads it.
struct KeptWriter {
  private(set) var bytes: [UInt8] = []

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// What can't be written down: it lives in this process only.
  struct Unwritable: Error {}

  mutating func number(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
  mutating func number(_ number: Int) { self.number(UInt64(bitPattern: Int64(number))) }
  mutating func short(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
  mutating func count(_ count: Int) { short(UInt32(clamping: count)) }

  mutating func bytes(_ bytes: [UInt8]) {
    count(bytes.count)
    self.bytes += bytes
  }

  mutating func text(_ text: String) {
    count(text.utf8.count)
    bytes += text.utf8
  }

  mutating func text(_ text: component_text) {
    count(text.utf8.count)
    bytes += text.utf8
  }

  /// A text that may be missing.
  mutating func text(_ text: String?) {
    short(text == nil ? 0 : 1)
    if let text { self.text(text) }
  }

  mutating func fields(_ fields: Fields) throws(Unwritable) {
    count(fields.count)
    for (key, value) in fields {
      text(key)
      try self.value(value)
    }
  }

  private mutating func value(_ value: Value) throws(Unwritable) {
    switch value {
    case .null: short(KeptKind.null.rawValue)
    case .bool(let isTrue): short((isTrue ? KeptKind.true : .false).rawValue)
    case .int(let int):
      short(KeptKind.int.rawValue)
      number(int)
    case .double(let double):
      short(KeptKind.double.rawValue)
      number(double.bitPattern)
    case .text(let text):
      short(KeptKind.text.rawValue)
      self.text(text)
    case .bytes(let bytes):
      short(KeptKind.bytes.rawValue)
      self.bytes(bytes)
    case .list(let items):
      short(KeptKind.list.rawValue)
      count(items.count)
      for item in items { try self.value(item) }
    case .map(let fields):
      short(KeptKind.map.rawValue)
      try self.fields(fields)
    case .object, .function: throw Unwritable()
    }
  }
}

/// What a value is that is kept. The numbers stay what they are.
enum KeptKind: UInt32 {
  case null, `false`, `true`, int, double, text, bytes, list, map
}
