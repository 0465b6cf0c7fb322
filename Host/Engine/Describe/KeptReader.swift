import ComponentABI
import ComponentKit

/// Reads what is kept of a component. The bytes are taken for hostile: nothing traps, nothing is taken that is not there, and
/// what is lent stands in the bytes themselves.
struct KeptReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  /// It is not what a host has written.
  struct Fault: Error {}

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  /// What is left, which it then has read.
  mutating func rest() -> UnsafeRawBufferPointer {
    defer { place = bytes.count }
    return UnsafeRawBufferPointer(rebasing: bytes[place...])
  }

  mutating func take(_ count: Int) throws(Fault) -> UnsafeRawBufferPointer {
    guard count <= bytes.count - place else { throw Fault() }
    defer { place += count }
    return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
  }

  mutating func number() throws(Fault) -> UInt64 {
    UInt64(littleEndian: try take(8).loadUnaligned(as: UInt64.self))
  }

  mutating func short() throws(Fault) -> UInt32 {
    UInt32(littleEndian: try take(4).loadUnaligned(as: UInt32.self))
  }

  /// How many things follow, each of which takes four bytes at least.
  mutating func count() throws(Fault) -> Int {
    let count = Int(try short())
    guard count <= (bytes.count - place) / 4 else { throw Fault() }
    return count
  }

  mutating func run() throws(Fault) -> UnsafeRawBufferPointer { try take(Int(try short())) }

  /// A text that is lent, and not checked.
  mutating func lent() throws(Fault) -> component_text {
    component_text(try run().assumingMemoryBound(to: UInt8.self))
  }

  mutating func text() throws(Fault) -> String {
    guard let text = String(validating: try run(), as: UTF8.self) else { throw Fault() }
    return text
  }

  /// A text that may be missing.
  mutating func optionalText() throws(Fault) -> String? { try flag() ? try text() : nil }

  mutating func flag() throws(Fault) -> Bool {
    switch try short() {
    case 0: false
    case 1: true
    default: throw Fault()
    }
  }

  mutating func fields() throws(Fault) -> Fields { try fields(depth: 0) }

  private mutating func fields(depth: Int) throws(Fault) -> Fields {
    var entries: [(String, Value)] = []
    for _ in 0..<(try count()) { entries.append((try text(), try value(depth: depth))) }
    let fields = Fields(entries)
    // Of two equal keys one would be lost.
    guard fields.count == entries.count else { throw Fault() }
    return fields
  }

  private mutating func value(depth: Int) throws(Fault) -> Value {
    guard depth < Int(COMPONENT_DEPTH_LIMIT), let kind = KeptKind(rawValue: try short()) else { throw Fault() }
    switch kind {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .int: return .int(Int(Int64(bitPattern: try number())))
    case .double: return .double(Double(bitPattern: try number()))
    case .text: return .text(try text())
    case .bytes: return .bytes(Array(try run()))
    case .list:
      var items: [Value] = []
      for _ in 0..<(try count()) { items.append(try value(depth: depth + 1)) }
      return .list(items)
    case .map: return .map(try fields(depth: depth + 1))
    }
  }
}
