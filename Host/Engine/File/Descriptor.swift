import Glibc

/// An open file, closed when the last reference goes.
///
/// The number stays valid as long as the descriptor lives. May be shared between threads: reading gives its own
/// position and moves nothing.
final class Descriptor: Sendable {
  let number: Int32

  /// What the system, or the end of the file, said no to.
  enum Failure: Error, Equatable {
    case system(call: String, code: Int32)
    /// The file ended after `read` bytes of those that were asked for.
    case endOfFile(read: Int)
  }

  /// Takes over a number that is open; the caller must not close it any more.
  init(owning number: Int32) {
    self.number = number
  }

  /// Opens a file for reading.
  ///
  /// Never waits: a pipe without a writer opens at once, and `status` tells that it is no regular file.
  convenience init(opening path: String) throws(Failure) {
    while true {
      let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      if number >= 0 {
        self.init(owning: number)
        return
      }
      guard errno == EINTR else { throw .system(call: "open", code: errno) }
    }
  }

  deinit {
    close(number)
  }

  /// What the system knows about the open file itself, whatever its path leads to by now.
  func status() throws(Failure) -> FileStatus {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .system(call: "fstat", code: errno) }
    return FileStatus(status)
  }

  /// Reads from `offset` on until the memory is full.
  ///
  /// Goes on after an interruption and after a short read. Fails with `endOfFile` where the file has fewer bytes.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(Failure) {
    guard let base = bytes.baseAddress else { return }
    guard let start = off_t(exactly: offset), !start.addingReportingOverflow(off_t(bytes.count)).overflow else {
      throw .system(call: "pread", code: EOVERFLOW)
    }
    var filled = 0
    while filled < bytes.count {
      let result = pread(number, base + filled, bytes.count - filled, start + off_t(filled))
      if result > 0 {
        filled += result
      } else if result == 0 {
        throw .endOfFile(read: filled)
      } else if errno != EINTR {
        throw .system(call: "pread", code: errno)
      }
    }
  }

  /// Exactly `count` bytes from `offset` on.
  func bytes(at offset: UInt64, count: Int) throws(Failure) -> [UInt8] {
    // An empty array would be filled in the one that all threads share.
    if count == 0 { return [] }
    var failure: Failure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(Failure) {
        try read(
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]), at: offset)
        filled = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension Descriptor.Failure: CustomStringConvertible {
  var description: String {
    switch self {
    case .system(let call, let code): "\(call): \(systemReason(code))"
    case .endOfFile(let read): "the file ended after \(read) bytes"
    }
  }
}

/// The system's words for an error number.
package func systemReason(_ code: Int32) -> String {
  guard let words = strerror(code) else { return "error \(code)" }
  return String(cString: words)
}
