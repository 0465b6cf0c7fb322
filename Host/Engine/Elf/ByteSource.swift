/// The bytes of a file, from memory or read on demand.
///
/// A file is read with `pread` and never mapped: one that is cut off while mapped would end the process with SIGBUS.
/// Its first bytes are read once and kept, for they answer most questions; small reads elsewhere fetch a whole window
/// and keep the last few. One thread at a time.
final class ByteSource {
  /// The size at the time the source was made.
  let size: UInt64
  private let file: Descriptor?
  private let room: ByteRoom
  // How many of the first bytes are there.
  private let headCount: Int
  private var windows = ByteRoom.PerWindow<Window>(repeating: Window())
  // The window that is the oldest.
  private var oldest = 0

  // What a part of the room has in it.
  private struct Window {
    var offset: UInt64 = 0
    var count = 0
    /// While it is lent it keeps its bytes.
    var lends = 0

    func covers(_ start: UInt64, _ end: UInt64) -> Bool { start >= offset && end <= offset + UInt64(count) }
  }

  // What is lent behind the first bytes.
  private struct Loan {
    let bytes: UnsafeRawBufferPointer
    let place: Place

    enum Place {
      case window(Int)
      /// What is larger than a window, or more than all of them.
      case own(ByteRoom)
    }
  }

  init(bytes: [UInt8]) {
    size = UInt64(bytes.count)
    file = nil
    headCount = bytes.count
    room = ByteRoom(count: bytes.count)
    room.bytes.copyBytes(from: bytes)
  }

  private init(_ file: Descriptor, size: UInt64, headCount: Int) throws(Descriptor.Failure) {
    self.size = size
    self.file = file
    self.headCount = headCount
    room = .take()
    try file.read(into: room.head(headCount), at: 0)
  }

  /// Reads the beginning of a regular file, whose size is known.
  convenience init(file: Descriptor, size: UInt64) throws(ElfFault) {
    let count = Int(min(size, UInt64(ByteRoom.headSize)))
    do {
      try self.init(file, size: size, headCount: count)
    } catch {
      throw Self.fault(error, at: 0, count: count, of: .header)
    }
  }

  /// Reads all of a file that is no longer than a room.
  convenience init(whole file: Descriptor, size: Int) throws(Descriptor.Failure) {
    precondition(size <= ByteRoom.size)
    try self.init(file, size: UInt64(size), headCount: size)
  }

  convenience init(file: Descriptor) throws(ElfFault) {
    let status: FileStatus
    do {
      status = try file.status()
    } catch {
      throw Self.fault(error, at: 0, count: 0, of: .header)
    }
    guard status.isRegular else { throw .notRegular }
    try self.init(file: file, size: status.size)
  }

  convenience init(path: String) throws(ElfFault) {
    let file: Descriptor
    do {
      file = try Descriptor(opening: path)
    } catch {
      throw Self.fault(error, at: 0, count: 0, of: .header)
    }
    try self.init(file: file)
  }

  deinit { room.giveBack() }

  /// Lends exactly `count` bytes from `offset` on; `part` names them in the fault if the file ends before.
  @inline(__always)
  func lend<R>(
    at offset: UInt64, count: UInt64, of part: ElfPart, _ body: (UnsafeRawBufferPointer) throws(ElfFault) -> R
  ) throws(ElfFault) -> R {
    let (end, overflow) = offset.addingReportingOverflow(count)
    guard !overflow, end <= size else { throw .truncated(part, has: size, needs: overflow ? .max : end) }
    if end <= UInt64(headCount) {
      // The source lives until `body` has returned: its end gives the room to the next file, whose bytes would then
      // stand here.
      defer { withExtendedLifetime(self) {} }
      return try body(UnsafeRawBufferPointer(rebasing: room.bytes[Int(offset)..<Int(end)]))
    }
    let loan = try loan(from: offset, to: end, of: part)
    defer { giveBack(loan) }
    return try body(loan.bytes)
  }

  // What lies further on in the file, read if need be.
  private func loan(from offset: UInt64, to end: UInt64, of part: ElfPart) throws(ElfFault) -> Loan {
    for index in windows.indices where windows[index].covers(offset, end) {
      return loan(from: offset, to: end, of: index)
    }
    guard let file, let length = Int(exactly: end - offset) else { throw .truncated(part, has: size, needs: end) }
    guard length <= ByteRoom.windowSize, let index = freeWindow else {
      let own = ByteRoom(count: length)
      do throws(ElfFault) {
        try Self.read(file, into: own.bytes, at: offset, of: part)
      } catch {
        own.giveBack()
        throw error
      }
      return Loan(bytes: UnsafeRawBufferPointer(own.bytes), place: .own(own))
    }
    let start = offset & ~UInt64(ByteRoom.windowSize - 1)
    let count = Int(min(size, max(start + UInt64(ByteRoom.windowSize), end)) - start)
    // Nothing is in it until all of it is.
    windows[index] = Window()
    try Self.read(file, into: room.window(index, count), at: start, of: part)
    windows[index] = Window(offset: start, count: count)
    oldest = (index + 1) % windows.count
    return loan(from: offset, to: end, of: index)
  }

  private func loan(from offset: UInt64, to end: UInt64, of index: Int) -> Loan {
    windows[index].lends += 1
    let start = windows[index].offset
    let all = room.window(index, windows[index].count)
    return Loan(
      bytes: UnsafeRawBufferPointer(rebasing: all[Int(offset - start)..<Int(end - start)]), place: .window(index))
  }

  private func giveBack(_ loan: Loan) {
    switch loan.place {
    case .window(let index): windows[index].lends -= 1
    case .own(let room): room.giveBack()
    }
  }

  // The oldest window that is not lent.
  private var freeWindow: Int? {
    for step in windows.indices {
      let index = (oldest + step) % windows.count
      if windows[index].lends == 0 { return index }
    }
    return nil
  }

  private static func read(
    _ file: Descriptor, into bytes: UnsafeMutableRawBufferPointer, at offset: UInt64, of part: ElfPart
  ) throws(ElfFault) {
    do {
      try file.read(into: bytes, at: offset)
    } catch {
      throw fault(error, at: offset, count: bytes.count, of: part)
    }
  }

  /// A file that ends too early was cut off after its size was asked for.
  private static func fault(
    _ failure: Descriptor.Failure, at offset: UInt64, count: Int, of part: ElfPart
  ) -> ElfFault {
    switch failure {
    case .endOfFile(let read): .truncated(part, has: offset + UInt64(read), needs: offset + UInt64(count))
    case .system(_, let code): .unreadable(code: code)
    }
  }
}
