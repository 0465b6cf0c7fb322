import Glibc
import HostNative

/// A private copy of a file in memory that nobody can change any more: what is checked is what is loaded.
///
/// Keep a copy's descriptor open as long as the image lives: a reused descriptor number would make the dynamic loader
/// return the old image.
enum SealedCopy {
  /// More than any component has; a sparse giant must not fill the memory.
  static let limit = 1 << 30

  /// Copies an open file from its beginning.
  static func make(of source: Descriptor, size: Int, name: String) throws(Refusal) -> Descriptor {
    guard size <= limit else {
      throw Refusal("too_large", "it has \(size) bytes; at most \(limit) are loaded")
    }
    let copy = try memoryFile(name)
    var offset: off_t = 0
    while offset < size {
      let sent = sendfile(copy.number, source.number, &offset, size - Int(offset))
      if sent < 0, errno == EINTR { continue }
      if sent < 0 { throw failure("it can't be copied into memory") }
      if sent == 0 {
        throw Refusal("changing", "it became shorter while it was read", help: "try again when its copy is complete")
      }
    }
    return try sealed(copy)
  }

  /// A file of the host's own making.
  static func make(of bytes: [UInt8], name: String) throws(Refusal) -> Descriptor {
    let copy = try memoryFile(name)
    guard write(copy.number, bytes, bytes.count) == bytes.count else { throw failure("a memory file can't be written") }
    return try sealed(copy)
  }

  private static func memoryFile(_ name: String) throws(Refusal) -> Descriptor {
    let number = host_memory_file(name)
    guard number >= 0 else { throw failure("a memory file can't be made") }
    return Descriptor(owning: number)
  }

  private static func sealed(_ copy: Descriptor) throws(Refusal) -> Descriptor {
    guard host_seal(copy.number) == 0 else { throw failure("a memory file can't be sealed") }
    return copy
  }

  private static func failure(_ what: String) -> Refusal {
    Refusal("no_copy", "\(what): \(systemReason(errno))", help: "--in-place loads from the file itself")
  }
}
