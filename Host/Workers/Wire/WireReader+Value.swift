package import ComponentABI
import ComponentHost
import ComponentKit

extension WireReader {
  /// One value, of its own size and depth.
  package mutating func value() throws(WireFault) -> component_value { try valueInPlace().pointee }

  /// The same, where it lies.
  package mutating func valueInPlace() throws(WireFault) -> UnsafePointer<component_value> {
    left = Int(COMPONENT_SIZE_LIMIT)
    return try anotherInPlace()
  }

  /// A value that counts with the one before.
  mutating func anotherInPlace() throws(WireFault) -> UnsafePointer<component_value> {
    let cell = try take(1, of: WireCell.size)
    try finish(cell, depth: 1)
    return UnsafePointer(cell.assumingMemoryBound(to: component_value.self))
  }

  /// Parameters, or hints.
  package mutating func entries() throws(WireFault) -> UnsafeBufferPointer<component_entry> {
    left = Int(COMPONENT_SIZE_LIMIT)
    let count = try word()
    return UnsafeBufferPointer(start: try entries(count, depth: 1), count: Int(count))
  }

  // Reads what a cell leads to, and writes the pointer into it. `depth`: how deep a list or map at this place would be.
  private mutating func finish(_ cell: UnsafeMutableRawPointer, depth: Int) throws(WireFault) {
    let words = cell.load(as: WireWords.self)
    guard words.flags & ~(COMPONENT_VALUE_LOOSE | COMPONENT_VALUE_JSON) == 0 else {
      throw WireFault(.flags(words.flags))
    }
    var pointer: UnsafeRawPointer?
    switch words.kind {
    case COMPONENT_KIND_NULL:
      guard words.payload == 0, words.count == 0 else { throw WireFault(.stray) }
      return
    case COMPONENT_KIND_BOOL:
      guard words.payload <= 1 else { throw WireFault(.bool(words.payload)) }
      guard words.count == 0 else { throw WireFault(.stray) }
      return
    case COMPONENT_KIND_INT, COMPONENT_KIND_DOUBLE:
      guard words.count == 0 else { throw WireFault(.stray) }
      return
    case COMPONENT_KIND_FUNCTION:
      guard words.count == 0 else { throw WireFault(.stray) }
      guard let function = functions?(words.payload) else { throw WireFault(.function(words.payload)) }
      pointer = UnsafeRawPointer(function)
    case COMPONENT_KIND_TEXT, COMPONENT_KIND_BYTES, COMPONENT_KIND_LIST, COMPONENT_KIND_MAP:
      guard words.payload == 0 else { throw WireFault(.stray) }
      pointer = try contents(words, depth: depth)
    default: throw WireFault(.kind(words.kind))
    }
    cell.storeBytes(of: UInt(bitPattern: pointer), toByteOffset: 8, as: UInt.self)
  }

  private mutating func contents(_ words: WireWords, depth: Int) throws(WireFault) -> UnsafeRawPointer? {
    switch words.kind {
    case COMPONENT_KIND_TEXT:
      let text = try text(words.count)
      guard text.utf8.isValidUTF8 else { throw WireFault(.text) }
      return UnsafeRawPointer(text.bytes)
    case COMPONENT_KIND_BYTES: return try run(words.count).map { UnsafeRawPointer($0) }
    case COMPONENT_KIND_LIST:
      guard depth <= Int(COMPONENT_DEPTH_LIMIT) + WireWriter.wrappings else { throw WireFault(.depth) }
      if words.count == 0 { return nil }
      try pay(words.count)
      let items = try take(words.count, of: WireCell.size)
      for index in 0..<Int(words.count) {
        do throws(WireFault) { try finish(items + index * WireCell.size, depth: depth + 1) } catch {
          throw error.inside(index)
        }
      }
      return UnsafeRawPointer(items)
    default:
      guard depth <= Int(COMPONENT_DEPTH_LIMIT) + WireWriter.wrappings else { throw WireFault(.depth) }
      return UnsafeRawPointer(try entries(words.count, depth: depth + 1))
    }
  }

  private mutating func entries(
    _ count: UInt64, depth: Int
  ) throws(WireFault) -> UnsafePointer<component_entry>? {
    if count == 0 { return nil }
    try pay(count)
    let start = try take(count, of: WireCell.entrySize)
    for index in 0..<Int(count) {
      let entry = start + index * WireCell.entrySize
      guard entry.load(as: UInt64.self) == 0 else { throw WireFault(.stray) }
      let key = try text(entry.load(fromByteOffset: 8, as: UInt64.self))
      guard key.utf8.isValidUTF8 else { throw WireFault(.key) }
      entry.storeBytes(of: UInt(bitPattern: key.bytes), as: UInt.self)
      do throws(WireFault) { try finish(entry + 16, depth: depth) } catch { throw error.inside(key) }
    }
    let entries = UnsafePointer(start.assumingMemoryBound(to: component_entry.self))
    if let key = UniqueKeys.repeated(UnsafeBufferPointer(start: entries, count: Int(count))) {
      throw WireFault(.twice(key.string))
    }
    return entries
  }
}
