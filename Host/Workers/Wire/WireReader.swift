package import ComponentABI
import ComponentKit

/// Reads what a `WireWriter` wrote, and believes nothing of it.
///
/// Values become trees where they lie: the reader writes pointers into the message, which lives as long as they are used,
/// and can be read once. It makes nothing that is larger than what was really sent.
package struct WireReader {
  /// The function of a number; nil where there is none.
  package typealias Functions = (UInt64) -> UnsafePointer<component_function>?

  private var next: UnsafeMutableRawPointer?
  /// How many bytes there are still.
  package private(set) var remaining: Int
  let functions: Functions?
  // How much more the value at hand may be, as the contract counts it.
  var left = Int(COMPONENT_SIZE_LIMIT)

  /// Of bytes that lie at a multiple of eight, and nobody else changes meanwhile.
  package init(_ bytes: UnsafeMutableRawBufferPointer, functions: Functions? = nil) {
    (next, remaining, self.functions) = (bytes.baseAddress, bytes.count, functions)
  }

  package mutating func integer() throws(WireFault) -> Int64 { Int64(bitPattern: try word()) }

  package mutating func number() throws(WireFault) -> Double { Double(bitPattern: try word()) }

  package mutating func pair() throws(WireFault) -> (low: UInt32, high: UInt32) {
    let word = try word()
    return (UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: word >> 32))
  }

  /// A text that stands for itself, UTF-8.
  package mutating func text() throws(WireFault) -> component_text {
    let text = try text(try word())
    guard text.utf8.isValidUTF8 else { throw WireFault(.text) }
    return text
  }

  /// Nothing may follow.
  package func end() throws(WireFault) { if remaining != 0 { throw WireFault(.long) } }

  mutating func word() throws(WireFault) -> UInt64 { try take(8).load(as: UInt64.self) }

  /// So many things of a size, one behind the other.
  mutating func take(_ count: UInt64, of size: Int) throws(WireFault) -> UnsafeMutableRawPointer {
    guard count <= UInt64(remaining / size) else { throw WireFault(count == 1 ? .short : .count(count)) }
    return try take(Int(count) * size)
  }

  /// Bytes of a text, a key or a run, and what fills them up, which is zero.
  mutating func text(_ length: UInt64) throws(WireFault) -> component_text {
    let bytes = try run(length)
    return component_text(
      bytes: UnsafeRawPointer(bytes)?.assumingMemoryBound(to: CChar.self), length: Int(length))
  }

  mutating func run(_ length: UInt64) throws(WireFault) -> UnsafeMutableRawPointer? {
    guard length <= UInt64(left) else { throw WireFault(.size) }
    guard length <= UInt64(remaining) else { throw WireFault(.count(length)) }
    if length == 0 { return nil }
    left -= Int(length)
    let padded = WireCell.padded(Int(length))
    let bytes = try take(padded)
    if padded != Int(length) {
      // The bytes behind the text are the upper ones of its last word.
      let last = (bytes + (padded - 8)).load(as: UInt64.self).littleEndian
      guard last >> (8 * UInt64(8 - (padded - Int(length)))) == 0 else { throw WireFault(.stray) }
    }
    return bytes
  }

  mutating func pay(_ count: UInt64) throws(WireFault) {
    guard count <= UInt64(left / Int(COMPONENT_VALUE_SIZE)) else { throw WireFault(.size) }
    left -= Int(count) * Int(COMPONENT_VALUE_SIZE)
  }

  private mutating func take(_ count: Int) throws(WireFault) -> UnsafeMutableRawPointer {
    guard count <= remaining, let taken = next else { throw WireFault(.short) }
    next = taken + count
    remaining -= count
    return taken
  }
}
