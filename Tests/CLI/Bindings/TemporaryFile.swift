import Glibc

/// A file of a test's own, gone with it.
final class TemporaryFile: Sendable {
  let path: String

  init(_ text: String) { self.path = TemporaryFile.make(Array(text.utf8)) }
  init(bytes: [UInt8]) { self.path = TemporaryFile.make(bytes) }
  deinit { unlink(path) }

  private static func make(_ bytes: [UInt8]) -> String {
    var template = Array("/tmp/component-test-XXXXXX".utf8CString)
    return template.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return "/nowhere" }
      let file = mkstemp(start)
      write(bytes, to: file)
      close(file)
      return String(cString: start)
    }
  }

  private static func write(_ bytes: [UInt8], to file: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}
