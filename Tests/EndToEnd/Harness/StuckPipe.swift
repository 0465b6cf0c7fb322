import Glibc
import Testing

/// A pipe that has no room, and that nobody reads: whoever writes to it waits.
final class StuckPipe: Sendable {
  let path: String
  private let file: Int32

  init(at location: SourceLocation = #_sourceLocation) throws {
    path = Folder()("stuck")
    try #require(mkfifo(path, 0o600) == 0, sourceLocation: location)
    file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(file >= 0, sourceLocation: location)
    let bytes = [UInt8](repeating: 0, count: 4096)
    while write(file, bytes, bytes.count) > 0 {}
    // What is left is room for less than that.
    while write(file, bytes, 1) > 0 {}
  }

  deinit { close(file) }
}
