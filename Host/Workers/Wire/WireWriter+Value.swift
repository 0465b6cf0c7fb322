package import ComponentABI
import ComponentKit

extension WireWriter {
  /// One value: of its own size and depth.
  package mutating func value(_ value: component_value) throws(WireFault) {
    left = Int(COMPONENT_SIZE_LIMIT)
    try cell(value)
    try contents(value, depth: 1)
  }

  /// Parameters, or hints.
  package mutating func entries(_ start: UnsafePointer<component_entry>?, _ count: Int) throws(WireFault) {
    left = Int(COMPONENT_SIZE_LIMIT)
    put(UInt64(bitPattern: Int64(count)))
    try entries(start, count, depth: 1)
  }

  mutating func cell(_ value: component_value) throws(WireFault) {
    // Flags that this contract does not know are ignored, over there as here.
    let known = value.flags & (COMPONENT_VALUE_LOOSE | COMPONENT_VALUE_JSON)
    var words = WireWords(kind: value.kind, flags: known)
    switch value.kind {
    case COMPONENT_KIND_NULL: break
    case COMPONENT_KIND_BOOL: words.payload = value.as.boolean ? 1 : 0
    case COMPONENT_KIND_INT: words.payload = UInt64(bitPattern: value.as.integer)
    case COMPONENT_KIND_DOUBLE: words.payload = value.as.number.bitPattern
    case COMPONENT_KIND_TEXT, COMPONENT_KIND_BYTES, COMPONENT_KIND_LIST, COMPONENT_KIND_MAP:
      words.count = UInt64(UInt(bitPattern: value.count))
    case COMPONENT_KIND_OBJECT:
      guard let object = value.as.object else { throw WireFault(.missing("an object")) }
      throw WireFault(.object(object.pointee.type.string))
    case COMPONENT_KIND_FUNCTION:
      guard let function = value.as.function else { throw WireFault(.missing("a function")) }
      words.payload = number(of: function)
    default: throw WireFault(.kind(value.kind))
    }
    put(words)
  }

  // `depth`: how deep a list or map at this place would be.
  mutating func contents(_ value: component_value, depth: Int) throws(WireFault) {
    switch value.kind {
    case COMPONENT_KIND_TEXT:
      try run(UnsafeRawPointer(value.as.text), value.count, "a text")
    case COMPONENT_KIND_BYTES:
      try run(UnsafeRawPointer(value.as.bytes), value.count, "a run of bytes")
    case COMPONENT_KIND_LIST:
      guard depth <= Int(COMPONENT_DEPTH_LIMIT) + WireWriter.wrappings else { throw WireFault(.depth) }
      if value.count == 0 { return }
      guard let items = value.as.items else { throw WireFault(.missing("a list")) }
      try pay(value.count, Int(COMPONENT_VALUE_SIZE))
      for index in 0..<value.count {
        do throws(WireFault) { try cell(items[index]) } catch { throw error.inside(index) }
      }
      for index in 0..<value.count where items[index].kind >= COMPONENT_KIND_TEXT {
        do throws(WireFault) { try contents(items[index], depth: depth + 1) } catch { throw error.inside(index) }
      }
    case COMPONENT_KIND_MAP:
      guard depth <= Int(COMPONENT_DEPTH_LIMIT) + WireWriter.wrappings else { throw WireFault(.depth) }
      try entries(value.as.entries, value.count, depth: depth + 1)
    default: break
    }
  }

  private mutating func run(_ bytes: UnsafeRawPointer?, _ count: Int, _ what: String) throws(WireFault) {
    guard bytes != nil || count == 0 else { throw WireFault(.missing(what)) }
    try pay(count, 1)
    put(bytes, count)
  }

  private mutating func entries(
    _ start: UnsafePointer<component_entry>?, _ count: Int, depth: Int
  ) throws(WireFault) {
    if count == 0 { return }
    guard let start else { throw WireFault(.missing("a map")) }
    try pay(count, Int(COMPONENT_VALUE_SIZE))
    for index in 0..<count {
      put(0)
      put(UInt64(start[index].key.length))
      do throws(WireFault) { try cell(start[index].value) } catch { throw error.inside(start[index].key) }
    }
    for index in 0..<count {
      try run(UnsafeRawPointer(start[index].key.bytes), start[index].key.length, "a key")
      if start[index].value.kind < COMPONENT_KIND_TEXT { continue }
      do throws(WireFault) { try contents(start[index].value, depth: depth) } catch {
        throw error.inside(start[index].key)
      }
    }
  }

  /// In so many maps a host may have put what somebody passed.
  static let wrappings = 1
}
