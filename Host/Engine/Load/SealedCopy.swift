import Glibc
import HostNative

/// A private copy of a file in memory that can't be changed any more: what is checked is what is loaded. It is bound to
/// the program, where that is Swift's standard library.
///
/// Keep a copy's descriptor open as long as the image lives: a reused descriptor number would make the dynamic loader
/// return the old image.
struct SealedCopy {
  let descriptor: Descriptor
  /// Its bytes.
  let content: ByteSource

  /// More than any component has; a sparse giant must not fill the memory.
  static let limit = 1 << 30

  /// - Parameter isBound: whether it is for this process. In another one the program lies elsewhere.
  init(of source: Descriptor, size: Int, name: String, isBound: Bool = true) throws(Refusal) {
    // A small file is read once, and the copy is made of what was read: four system calls less, and 5 % of the load of
    // a small component.
    if size > ByteRoom.size {
      descriptor = try SealedCopy.make(of: source, size: size, name: name, isBound)
      content = try .of(descriptor, size: size)
    } else {
      content = try SealedCopy.whole(source, size: size)
      descriptor = try SealedCopy.make(of: content, name: name)
    }
  }

  private static func whole(_ source: Descriptor, size: Int) throws(Refusal) -> ByteSource {
    do throws(Descriptor.Failure) {
      return try ByteSource(whole: source, size: size)
    } catch {
      if case .endOfFile = error { throw ComponentFile.changing }
      throw failure("it can't be copied into memory", "\(error)")
    }
  }

  // Copies only what is needed to check and to load the file. The rest, which only debuggers read, becomes a hole: it
  // is a third of a Swift component, and each page that is copied costs.
  private static func make(
    of source: Descriptor, size: Int, name: String, _ isBound: Bool
  ) throws(Refusal) -> Descriptor {
    let copy = try memoryFile(name, size)
    guard ftruncate(copy.number, size) == 0 else { throw failure("it can't be copied into memory") }
    let elf = elf(source, size: size)
    for range in neededRanges(of: elf, size: size) { try fill(copy, from: source, range) }
    if isBound, let edits = try? elf?.programBinding().edits {
      for (offset, bytes) in edits where pwrite(copy.number, bytes, bytes.count, off_t(offset)) != bytes.count {
        throw failure("it can't be copied into memory")
      }
    }
    return try sealed(copy)
  }

  private static func elf(_ source: Descriptor, size: Int) -> Elf? {
    try? Elf(ByteSource(file: source, size: UInt64(size)))
  }

  // All of the file where it can't be read as a library: the fault is then found in the copy, which is what is checked.
  private static func neededRanges(of elf: Elf?, size: Int) -> [Range<Int>] {
    elf?.neededRanges.map { $0.clamped(to: 0..<size) } ?? [0..<size]
  }

  private static func fill(_ copy: Descriptor, from source: Descriptor, _ range: Range<Int>) throws(Refusal) {
    var offset = off_t(range.lowerBound)
    guard lseek(copy.number, offset, SEEK_SET) == offset else { throw failure("it can't be copied into memory") }
    while offset < range.upperBound {
      let sent = sendfile(copy.number, source.number, &offset, range.upperBound - Int(offset))
      if sent < 0, errno == EINTR { continue }
      if sent < 0 { throw failure("it can't be copied into memory") }
      if sent == 0 { throw ComponentFile.changing }
    }
  }

  /// Whether a file has the same bytes as the copy of one wherever that has no hole.
  static func isCopy(_ copy: Descriptor, of file: Descriptor, size: Int) -> Bool {
    for range in neededRanges(of: elf(copy, size: size), size: size) {
      var offset = range.lowerBound
      while offset < range.upperBound {
        let count = min(64 << 10, range.upperBound - offset)
        guard let own = try? file.bytes(at: UInt64(offset), count: count),
          let other = try? copy.bytes(at: UInt64(offset), count: count), own == other
        else { return false }
        offset += count
      }
    }
    return true
  }

  /// Whether two copies have the same bytes.
  static func areSame(_ one: Descriptor, _ other: Descriptor) -> Bool {
    var (own, others) = (stat(), stat())
    guard fstat(one.number, &own) == 0, fstat(other.number, &others) == 0, own.st_size == others.st_size else {
      return false
    }
    return isCopy(one, of: other, size: Int(own.st_size))
  }

  /// A copy of what was read, or made, as a whole.
  static func make(of content: ByteSource, name: String) throws(Refusal) -> Descriptor {
    let copy = try memoryFile(name, Int(content.size))
    let count = try? content.lend(at: 0, count: content.size, of: .header) { (bytes) throws(ElfFault) in
      write(copy.number, bytes.baseAddress, bytes.count)
    }
    guard count == Int(content.size) else { throw failure("a memory file can't be written") }
    return try sealed(copy)
  }

  /// Whether a file may be copied, and its copy opened: one that grew beyond the process's limit would end it with a
  /// signal, and only /proc has a path to it.
  static func checkPossible(_ size: Int) throws(Refusal) {
    guard size <= limit else {
      throw Refusal("too_large", "it has \(size) bytes; at most \(limit) are loaded")
    }
    var most = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &most) == 0, rlim_t(size) > most.rlim_cur {
      throw Refusal(
        "no_copy", "it has \(size) bytes, and this process may write files of \(most.rlim_cur) at most",
        help: "let it write larger ones (ulimit -f), or load from the file itself with --in-place")
    }
    if access("/proc/self/fd", X_OK) != 0 {
      throw Refusal(
        "no_copy", "its copy in memory is opened by way of /proc, which is not there: \(systemReason(errno))",
        help: "mount /proc, or load from the file itself with --in-place")
    }
  }

  private static func memoryFile(_ name: String, _ size: Int) throws(Refusal) -> Descriptor {
    try checkPossible(size)
    let number = host_memory_file(name)
    guard number >= 0 else { throw failure("a memory file can't be made") }
    return Descriptor(owning: number)
  }

  private static func sealed(_ copy: Descriptor) throws(Refusal) -> Descriptor {
    guard host_seal(copy.number) == 0 else { throw failure("a memory file can't be sealed") }
    return copy
  }

  private static func failure(_ what: String, _ reason: String = systemReason(errno)) -> Refusal {
    let needsFiles = errno == EMFILE || errno == ENFILE
    var refusal = Refusal(
      "no_copy", "\(what): \(reason)",
      help: needsFiles ? PluginDirectory.moreFiles : "--in-place loads from the file itself")
    refusal.isOfLack = needsFiles
    return refusal
  }
}
