import ComponentABI
import ComponentKit

/// Lends values as long as it lives.
final class Lender {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit { for block in blocks { block.deallocate() } }

  func text(_ text: String) -> component_text {
    let bytes = place(Array(text.utf8))
    return component_text(
      bytes: bytes.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }, length: text.utf8.count)
  }

  func value(_ value: Value) -> component_value {
    var lent = component_value()
    switch value {
    case .null: break
    case .bool(let bool):
      lent.kind = COMPONENT_KIND_BOOL
      lent.as.boolean = bool
    case .int(let int):
      lent.kind = COMPONENT_KIND_INT
      lent.as.integer = Int64(int)
    case .double(let double):
      lent.kind = COMPONENT_KIND_DOUBLE
      lent.as.number = double
    case .text(let string):
      lent.kind = COMPONENT_KIND_TEXT
      lent.as.text = text(string).bytes
      lent.count = string.utf8.count
    case .bytes(let bytes):
      lent.kind = COMPONENT_KIND_BYTES
      lent.as.bytes = place(bytes)
      lent.count = bytes.count
    case .list(let items):
      lent.kind = COMPONENT_KIND_LIST
      lent.as.items = place(items.map(self.value))
      lent.count = items.count
    case .map(let fields):
      let entries = entries(fields)
      lent.kind = COMPONENT_KIND_MAP
      lent.as.entries = entries.baseAddress
      lent.count = entries.count
    default: break
    }
    return lent
  }

  func entries(_ fields: Fields) -> UnsafeBufferPointer<component_entry> {
    let entries = fields.map { component_entry(key: text($0.key), value: value($0.value)) }
    return UnsafeBufferPointer(start: place(entries), count: entries.count)
  }

  func place<T>(_ things: [T]) -> UnsafePointer<T>? {
    if things.isEmpty { return nil }
    let block = UnsafeMutableRawPointer.allocate(byteCount: things.count * MemoryLayout<T>.stride, alignment: 8)
    blocks.append(block)
    let start = block.bindMemory(to: T.self, capacity: things.count)
    for (index, thing) in things.enumerated() { (start + index).initialize(to: thing) }
    return UnsafePointer(start)
  }
}
