import ComponentABI

/// How values lie in a message: as they lie in memory, with nothing where a pointer is.
///
/// A value is a cell of 24 bytes. What a cell or an array of cells leads to lies right behind it, in the order of the
/// cells: a text's bytes, filled up to a multiple of eight; a list's cells, then what these lead to; a map's entries, of 40
/// bytes each, then for each of them its key's bytes and what its value leads to. So no place in a message is ever named,
/// each byte is read as one thing only, and the reader makes the tree where it lies, by writing in the pointers.
enum WireCell {
  static let size = 24
  static let entrySize = 40
  /// Of a text that stands for itself: its length.
  static let lengthSize = 8

  @inline(__always)
  static func padded(_ count: Int) -> Int { (count + 7) & ~7 }

  /// Whether this contract's structs are what the form is made from.
  static var fits: Bool {
    MemoryLayout<component_value>.size == size && MemoryLayout<component_entry>.size == entrySize
      && MemoryLayout<component_entry>.offset(of: \.value) == 16
  }
}

/// One cell, as three words.
struct WireWords {
  var kindAndFlags: UInt64
  var payload: UInt64
  var count: UInt64

  init(kind: UInt32, flags: UInt32, payload: UInt64 = 0, count: UInt64 = 0) {
    kindAndFlags = UInt64(kind) | UInt64(flags) << 32
    (self.payload, self.count) = (payload, count)
  }

  var kind: UInt32 { UInt32(truncatingIfNeeded: kindAndFlags) }
  var flags: UInt32 { UInt32(truncatingIfNeeded: kindAndFlags >> 32) }
}
