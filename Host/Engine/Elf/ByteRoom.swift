import Synchronization

/// Memory for what is read of one file: its first bytes, and behind them windows of what lies further on.
///
/// One that was given back is kept for the next file, because blocks of this size are dear to have and new memory is
/// dear to touch: 3 % of the load of a small component.
struct ByteRoom {
  let bytes: UnsafeMutableRawBufferPointer

  /// Headers and notes are in the first bytes.
  static let headSize = 1536
  /// The tables that are asked for lie far apart, and little of each is read. So each is read with the page around it:
  /// tables that are neighbours come at once.
  static let windowSize = 4096
  static let windowCount = 4
  typealias PerWindow<Value> = InlineArray<4, Value>
  // What begins in one page may end in the next.
  private static let windowRoom = 2 * windowSize
  /// So many bytes fit in, if a file is read at once.
  static let size = headSize + windowCount * windowRoom

  // An address; 0 where there is none.
  private static let spare = Atomic<UInt>(0)

  /// For `size` bytes.
  static func take() -> ByteRoom {
    guard let start = UnsafeMutableRawPointer(bitPattern: spare.exchange(0, ordering: .acquiring)) else {
      return ByteRoom(count: size)
    }
    return ByteRoom(UnsafeMutableRawBufferPointer(start: start, count: size))
  }

  init(count: Int) { self.init(.allocate(byteCount: count, alignment: 16)) }

  private init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

  /// Nothing of it may be used any more.
  func giveBack() {
    let isKept =
      bytes.count == ByteRoom.size
      && ByteRoom.spare.compareExchange(
        expected: 0, desired: UInt(bitPattern: bytes.baseAddress), ordering: .releasing
      ).exchanged
    if !isKept { bytes.deallocate() }
  }

  /// The first bytes.
  func head(_ count: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
  }

  func window(_ index: Int, _ count: Int) -> UnsafeMutableRawBufferPointer {
    let start = ByteRoom.headSize + index * ByteRoom.windowRoom
    return UnsafeMutableRawBufferPointer(rebasing: bytes[start..<(start + count)])
  }
}
