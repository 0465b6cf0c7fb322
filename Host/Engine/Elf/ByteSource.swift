/// The bytes of a file, from memory or read on demand.
///
/// A file is read with `pread` and never mapped: one that is cut off while mapped would end the process with SIGBUS.
/// Its first bytes are read once and kept, for they answer most questions; small reads elsewhere fetch a whole window
/// and keep the last few. One thread at a time.
final class ByteSource {
  /// The size at the time the source was made.
  let size: UInt64
  private let file: Descriptor?
  private let head: [UInt8]
  private var windows = InlineArray<4, Window>(repeating: Window(offset: 0, bytes: []))
  // The window that is the oldest.
  private var oldest = 0

  private struct Window {
    let offset: UInt64
    let bytes: [UInt8]

    func covers(_ start: UInt64, _ end: UInt64) -> Bool { start >= offset && end <= offset + UInt64(bytes.count) }
  }

  // Headers and notes are in the first bytes. The tables that are asked for lie far apart, and little of each is read.
  private static let headSize: UInt64 = 1536
  // So each is read with the page around it: tables that are neighbours come at once.
  private static let windowSize: UInt64 = 4096

  init(bytes: [UInt8]) {
    size = UInt64(bytes.count)
    file = nil
    head = bytes
  }

  /// Reads the beginning of a regular file.
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

  /// The same, of a file that is known to be regular, and how long it is.
  init(file: Descriptor, size: UInt64) throws(ElfFault) {
    let count = Int(min(size, Self.headSize))
    do {
      head = try file.bytes(at: 0, count: count)
    } catch {
      throw Self.fault(error, at: 0, count: count, of: .header)
    }
    self.size = size
    self.file = file
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

  /// Lends exactly `count` bytes from `offset` on; `part` names them in the fault if the file ends before.
  @inline(__always)
  func lend<R>(
    at offset: UInt64, count: UInt64, of part: ElfPart, _ body: (UnsafeRawBufferPointer) throws(ElfFault) -> R
  ) throws(ElfFault) -> R {
    let (end, overflow) = offset.addingReportingOverflow(count)
    guard !overflow, end <= size else { throw .truncated(part, has: size, needs: overflow ? .max : end) }
    if end <= UInt64(head.count) { return try Self.lend(Int(offset), Int(count), of: head, body) }
    let window = try window(from: offset, to: end, of: part)
    return try Self.lend(Int(offset - window.offset), Int(count), of: window.bytes, body)
  }

  @inline(__always)
  private static func lend<R>(
    _ start: Int, _ count: Int, of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(ElfFault) -> R
  ) throws(ElfFault) -> R {
    try bytes.withUnsafeBufferPointer { (bytes) throws(ElfFault) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<(start + count)])))
    }
  }

  // What lies in the file, read if need be.
  private func window(from offset: UInt64, to end: UInt64, of part: ElfPart) throws(ElfFault) -> Window {
    for index in windows.indices where windows[index].covers(offset, end) { return windows[index] }
    guard let file, let length = Int(exactly: end - offset) else { throw .truncated(part, has: size, needs: end) }
    guard end - offset <= Self.windowSize else {
      return Window(offset: offset, bytes: try Self.fetch(file, at: offset, count: length, of: part))
    }
    let start = offset & ~(Self.windowSize - 1)
    let stop = min(size, max(start + Self.windowSize, end))
    let window = Window(offset: start, bytes: try Self.fetch(file, at: start, count: Int(stop - start), of: part))
    windows[oldest] = window
    oldest = (oldest + 1) % windows.count
    return window
  }

  private static func fetch(
    _ file: Descriptor, at offset: UInt64, count: Int, of part: ElfPart
  ) throws(ElfFault) -> [UInt8] {
    do {
      return try file.bytes(at: offset, count: count)
    } catch {
      throw Self.fault(error, at: offset, count: count, of: part)
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
