import Glibc

/// A folder of a test's own, gone with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/component-test-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, let made = mkdtemp(start) else { return "/nowhere" }
      return String(cString: made)
    }
  }

  deinit { removeAll(path) }

  func write(_ name: String, _ text: String) { write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var place = 0
    while place < bytes.count {
      let count = bytes[place...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      place += count
    }
    close(file)
  }

  func read(_ name: String) -> [UInt8] {
    let file = open("\(path)/\(name)", O_RDONLY)
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if count <= 0 { return bytes }
      bytes += piece[..<count]
    }
  }

  func exists(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }
}

private func removeAll(_ path: String) {
  if let stream = opendir(path) {
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      var status = stat()
      let inner = "\(path)/\(name)"
      if lstat(inner, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { removeAll(inner) } else { unlink(inner) }
    }
    closedir(stream)
  }
  rmdir(path)
}
