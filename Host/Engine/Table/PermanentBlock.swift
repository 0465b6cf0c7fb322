import ComponentABI
import ComponentKit

/// Memory that is never freed: some values, and behind them the texts that they name.
///
/// One block holds all of it, because each block has a head of its own and is rounded up.
struct PermanentBlock<Value: ~Copyable> {
  /// The caller initializes them.
  let values: UnsafeMutablePointer<Value>
  private var free: UnsafeMutablePointer<UInt8>

  /// With room for exactly that many bytes of texts.
  init(count: Int, textLength: Int) {
    let length = MemoryLayout<Value>.stride * count
    let start = UnsafeMutableRawPointer.allocate(
      byteCount: length + textLength, alignment: MemoryLayout<Value>.alignment)
    values = start.bindMemory(to: Value.self, capacity: count)
    free = (start + length).bindMemory(to: UInt8.self, capacity: textLength)
  }

  /// Puts a text behind those that were put there before.
  mutating func keep(_ text: String) -> component_text {
    let bytes = UnsafeMutableBufferPointer(start: free, count: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    free += bytes.count
    return component_text(UnsafeBufferPointer(bytes))
  }
}
