import ComponentABI
import ComponentKit

/// A block of memory that deep copies of borrowed values are laid into, one behind the other.
///
/// Objects and functions are retained; flags are kept. What is copied has passed the check at the border.
struct CopyBlock {
  private let start: UnsafeMutableRawPointer
  private var free: UnsafeMutableRawPointer
  private var releases: [() -> Void] = []

  /// With room for so many bytes, as `size` measures them.
  init(size: Int) {
    start = .allocate(byteCount: max(size, 8), alignment: 8)
    free = start
  }

  /// Gives back all that was copied.
  func end() {
    for release in releases { release() }
    start.deallocate()
  }

  static func rounded(_ count: Int) -> Int { (count + 7) & ~7 }

  static func size(_ entries: UnsafeBufferPointer<component_entry>) -> Int {
    entries.reduce(entries.count * MemoryLayout<component_entry>.stride) {
      $0 + rounded($1.key.length) + size($1.value)
    }
  }

  static func size(_ value: component_value) -> Int {
    switch value.kind {
    case COMPONENT_KIND_TEXT, COMPONENT_KIND_BYTES: rounded(value.count)
    case COMPONENT_KIND_LIST:
      value.items.reduce(value.items.count * MemoryLayout<component_value>.stride) { $0 + size($1) }
    case COMPONENT_KIND_MAP: size(value.entries)
    case COMPONENT_KIND_OBJECT: MemoryLayout<component_object>.size
    case COMPONENT_KIND_FUNCTION: MemoryLayout<component_function>.size
    default: 0
    }
  }

  private mutating func take(_ count: Int) -> UnsafeMutableRawPointer {
    defer { free += CopyBlock.rounded(count) }
    return free
  }

  private mutating func copy(_ bytes: UnsafeRawPointer?, _ count: Int) -> UnsafeMutableRawPointer? {
    guard let bytes, count > 0 else { return nil }
    let copied = take(count)
    copied.copyMemory(from: bytes, byteCount: count)
    return copied
  }

  mutating func copy(_ text: component_text) -> component_text {
    component_text(
      bytes: copy(text.bytes, text.length).map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) },
      length: text.length)
  }

  mutating func copy(_ entries: UnsafeBufferPointer<component_entry>) -> UnsafePointer<component_entry>? {
    guard !entries.isEmpty else { return nil }
    let copied = take(entries.count * MemoryLayout<component_entry>.stride)
      .bindMemory(to: component_entry.self, capacity: entries.count)
    for (index, entry) in entries.enumerated() {
      copied[index] = component_entry(key: copy(entry.key), value: copy(entry.value))
    }
    return UnsafePointer(copied)
  }

  mutating func copy(_ value: component_value) -> component_value {
    var copied = value
    switch value.kind {
    case COMPONENT_KIND_TEXT:
      copied.as.text = copy(value.as.text, value.count).map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) }
    case COMPONENT_KIND_BYTES:
      copied.as.bytes = copy(value.as.bytes, value.count).map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
    case COMPONENT_KIND_LIST:
      guard !value.items.isEmpty else { break }
      let items = take(value.count * MemoryLayout<component_value>.stride)
        .bindMemory(to: component_value.self, capacity: value.count)
      for (index, item) in value.items.enumerated() { items[index] = copy(item) }
      copied.as.items = UnsafePointer(items)
    case COMPONENT_KIND_MAP: copied.as.entries = copy(value.entries)
    case COMPONENT_KIND_OBJECT:
      guard let object = value.as.object?.pointee else { break }
      object.retain(object.instance)
      releases.append { object.release(object.instance) }
      copied.as.object = keep(object)
    case COMPONENT_KIND_FUNCTION:
      guard let function = value.as.function?.pointee else { break }
      function.retain?(function.context)
      releases.append { function.release?(function.context) }
      copied.as.function = keep(function)
    default: break
    }
    return copied
  }

  private mutating func keep<T>(_ thing: T) -> UnsafePointer<T> {
    let kept = take(MemoryLayout<T>.size).bindMemory(to: T.self, capacity: 1)
    kept.initialize(to: thing)
    return UnsafePointer(kept)
  }
}
