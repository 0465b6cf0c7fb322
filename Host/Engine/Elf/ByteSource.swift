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
  private var windows: [Window] = []

  private struct Window {
    let offset: UInt64
    let bytes: [UInt8]
  }

  // Headers and notes are in the first bytes. The tables that are asked for lie far apart, and little of each is read.
  private static let headSize: UInt64 = 1536
  // So each is read with the page around it: tables that are neighbours come at once.
  private static let windowSize: UInt64 = 4096
  private static let windowLimit = 4

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

  /// Exactly `count` bytes from `offset` on; `part` names them in the fault if the file ends before.
  func read(at offset: UInt64, count: UInt64, of part: ElfPart) throws(ElfFault) -> ByteRun {
    let (end, overflow) = offset.addingReportingOverflow(count)
    guard !overflow, end <= size, let length = Int(exactly: count) else {
      throw .truncated(part, has: size, needs: overflow ? .max : end)
    }
    if end <= UInt64(head.count) { return Self.run(of: head, at: offset, count: length) }
    if let window = windows.last(where: { offset >= $0.offset && end <= $0.offset + UInt64($0.bytes.count) }) {
      return Self.run(of: window.bytes, at: offset - window.offset, count: length)
    }
    guard let file else { throw .truncated(part, has: size, needs: end) }
    guard count <= Self.windowSize else {
      return ByteRun(bytes: try Self.fetch(file, at: offset, count: length, of: part))
    }
    let start = offset & ~(Self.windowSize - 1)
    let stop = min(size, max(start + Self.windowSize, end))
    let bytes = try Self.fetch(file, at: start, count: Int(stop - start), of: part)
    if windows.count == Self.windowLimit { windows.removeFirst() }
    windows.append(Window(offset: start, bytes: bytes))
    return Self.run(of: bytes, at: offset - start, count: length)
  }

  private static func run(of bytes: [UInt8], at offset: UInt64, count: Int) -> ByteRun {
    let start = Int(offset)
    return ByteRun(bytes, start..<(start + count))
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
