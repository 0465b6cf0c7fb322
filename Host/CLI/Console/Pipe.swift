import Glibc

/// A pipe that programs which are started do not inherit.
struct Pipe {
  let read: Int32
  let write: Int32

  init() throws(SystemFault) {
    var ends: (read: Int32, write: Int32) = (-1, -1)
    let isOpen = withUnsafeMutableBytes(of: &ends) { pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) == 0 }
    guard isOpen else { throw SystemFault(number: errno) }
    _ = fcntl(ends.read, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends.write, F_SETFD, FD_CLOEXEC)
    (read, write) = (ends.read, ends.write)
  }

  /// Wakes who waits for something to read.
  func wake() {
    var byte: UInt8 = 0
    _ = Glibc.write(write, &byte, 1)
  }

  func close() {
    Glibc.close(read)
    Glibc.close(write)
  }
}
