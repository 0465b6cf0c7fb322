import Glibc
import HostNative

/// A private copy of a file in memory that nobody can change any more: what is checked is what is loaded.
enum SealedCopy {
  /// More than any component has; a sparse giant must not fill the memory.
  static let limit = 1 << 30

  /// Copies an open file from its beginning. Keep the result open as long as the image lives: a reused descriptor
  /// number would make the dynamic loader return the old image.
  static func make(of source: Int32, size: Int, name: String) throws(Refusal) -> Int32 {
    let copy = host_memory_file(name)
    guard copy >= 0 else { throw failure("a memory file can't be made") }
    var left = size
    while left > 0 {
      let sent = sendfile(copy, source, nil, left)
      if sent < 0, errno == EINTR { continue }
      if sent < 0 {
        let error = failure("it can't be copied into memory")
        close(copy)
        throw error
      }
      if sent == 0 { break }
      left -= sent
    }
    if left > 0 {
      close(copy)
      throw Refusal("changing", "it became shorter while it was read", help: "try again when its copy is complete")
    }
    if host_seal(copy) != 0 {
      let error = failure("its copy can't be sealed")
      close(copy)
      throw error
    }
    return copy
  }

  private static func failure(_ what: String) -> Refusal {
    Refusal("no_copy", "\(what): \(systemReason(errno))", help: "--in-place loads it from the file itself")
  }
}

/// The system's words for an error number.
func systemReason(_ number: Int32) -> String { String(cString: strerror(number)) }
