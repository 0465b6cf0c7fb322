package import ComponentABI
import ComponentKit
import Glibc

/// Lays values into the outgoing space of a channel, or only measures what they take.
///
/// The same closure writes twice: first into a writer that measures, which is where whatever can't cross is refused, then
/// into one with room. So it must write the same both times, and a refusal leaves nothing behind. Functions cross as
/// numbers, which are given in between: the first writer collects the functions, the second takes the numbers in order.
package struct WireWriter {
  // Nil while it measures.
  private var free: UnsafeMutableRawPointer?
  private var room = 0
  private let outlet: (any WireOutlet)?
  /// Those that were met while it measures, in order; one that is written twice is there twice.
  package private(set) var functions: [UnsafePointer<component_function>] = []
  private let numbers: [UInt64]
  private var numbered = 0
  /// How many bytes were written or measured, a multiple of eight.
  package private(set) var count = 0
  // How much more the value at hand may be, as the contract counts it.
  var left = Int(COMPONENT_SIZE_LIMIT)

  /// One that measures.
  package init() { (outlet, numbers) = (nil, []) }

  /// One that writes.
  ///
  /// - Parameters:
  ///   - room: where to; as much as was measured, or else `outlet` has more.
  ///   - outlet: takes what is full.
  ///   - numbers: of the functions that were met by the one that measured.
  package init(
    into room: UnsafeMutableRawBufferPointer, outlet: (any WireOutlet)? = nil, numbers: [UInt64] = []
  ) {
    (free, self.room) = (room.baseAddress, room.count)
    (self.outlet, self.numbers) = (outlet, numbers)
  }

  /// A number of the caller's own.
  package mutating func integer(_ value: Int64) { put(UInt64(bitPattern: value)) }

  /// Two numbers in one word.
  package mutating func pair(_ low: UInt32, _ high: UInt32) { put(UInt64(low) | UInt64(high) << 32) }

  package mutating func number(_ value: Double) { put(value.bitPattern) }

  /// A text that stands for itself.
  package mutating func text(_ text: component_text) throws(WireFault) {
    guard text.bytes != nil || text.length == 0 else { throw WireFault(.missing("a text")) }
    try pay(text.length, 1)
    put(UInt64(text.length))
    put(text.bytes, text.length)
  }

  mutating func put(_ word: UInt64) { withUnsafeBytes(of: word) { put($0.baseAddress, 8) } }

  mutating func put(_ cell: WireWords) { withUnsafeBytes(of: cell) { put($0.baseAddress, WireCell.size) } }

  /// Bytes, filled up to a multiple of eight.
  mutating func put(_ bytes: UnsafeRawPointer?, _ length: Int) {
    let padded = WireCell.padded(length)
    count += padded
    guard let free, let bytes, length > 0 else { return }
    guard padded <= room else { return putInParts(bytes, length) }
    // The last word first, so that what fills it up is zero.
    if padded != length { (free + (padded - 8)).storeBytes(of: 0, as: UInt64.self) }
    free.copyMemory(from: bytes, byteCount: length)
    self.free = free + padded
    room -= padded
  }

  @inline(never)
  private mutating func putInParts(_ bytes: UnsafeRawPointer, _ length: Int) {
    var (bytes, length) = (bytes, length)
    while length > 0 {
      if room == 0 { takeRoom() }
      guard let free, room > 0 else { return }
      let piece = min(length, room)
      let padded = WireCell.padded(piece)
      if padded != piece { (free + (padded - 8)).storeBytes(of: 0, as: UInt64.self) }
      free.copyMemory(from: bytes, byteCount: piece)
      self.free = free + padded
      room -= padded
      bytes += piece
      length -= piece
    }
  }

  private mutating func takeRoom() {
    guard let next = outlet?.next(), next.count >= 8 else { return }
    (free, room) = (next.baseAddress, next.count & ~7)
  }

  /// The number of a function, 0 while it measures.
  mutating func number(of function: UnsafePointer<component_function>) -> UInt64 {
    guard free != nil else {
      functions.append(function)
      return 0
    }
    guard numbered < numbers.count else { return 0 }
    numbered += 1
    return numbers[numbered - 1]
  }

  mutating func pay(_ count: Int, _ size: Int) throws(WireFault) {
    // Seen without a sign, a count below zero is more than all that is left.
    guard UInt(bitPattern: count) <= UInt(bitPattern: left / size) else { throw WireFault(.size) }
    left -= count * size
  }
}

/// Gives functions that cross their numbers.
package protocol WireNumbering: AnyObject {
  /// The number of a function that is about to be written, once for each time.
  ///
  /// THREADS: whichever writes, with no lock held: the function's `retain` runs.
  func number(_ function: UnsafePointer<component_function>) -> UInt64

  /// The number was never said.
  ///
  /// THREADS: as above, of the function's `release`.
  func takeBack(_ number: UInt64, of function: UnsafePointer<component_function>)
}

/// Takes one part of a message after the other.
package protocol WireOutlet: AnyObject {
  /// The part that was filled is sent; this is the room for the next one, a multiple of eight. Whether it can be sent is
  /// the outlet's business: the writer goes on either way.
  func next() -> UnsafeMutableRawBufferPointer
}
