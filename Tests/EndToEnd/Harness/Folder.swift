import Glibc
import Testing

/// A fresh temporary folder that nobody else can write, gone when the tests end. A plugin folder, mostly.
struct Folder: Sendable {
  let path: String

  init() {
    path = Folder.make("\(Folder.all)/XXXXXX")
  }

  /// A folder with fixtures in it.
  init(_ fixtures: String...) {
    self.init()
    for fixture in fixtures { put(fixture) }
  }

  // The folder of all of them.
  private static let all: String = {
    let path = make("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/host-tests-XXXXXX")
    atexit { Folder.remove(Folder.all) }
    return path
  }()

  private static func make(_ pattern: String) -> String {
    var template = Array(pattern.utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no temporary folder: errno \(errno)") }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    chmod(path, 0o755)
    return path
  }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Copies a fixture here with the libraries beside it, as an operator would: written aside, then renamed.
  func put(_ fixture: String, libraries: Bool = true) {
    let source = "\(Place.fixtures)/\(fixture)"
    let files = Folder.names(in: source).filter { $0.hasSuffix(".so") || libraries && $0.contains(".so.") }
    if files.isEmpty { Issue.record("there is no fixture \(fixture)") }
    for file in files { copy("\(source)/\(file)", as: file) }
  }

  /// Copies any file here; a new inode each time.
  func copy(_ source: String, as name: String, mode: mode_t = 0o755) {
    write(Folder.bytes(of: source), as: name, mode: mode)
  }

  func write(_ bytes: some Collection<UInt8>, as name: String, mode: mode_t = 0o755) {
    let aside = self("\(name).new")
    let file = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer { close(file) }
    var left = Array(bytes)[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count >= 0 else {
        Issue.record("\(aside) can't be written")
        return
      }
      left = left.dropFirst(count)
    }
    fchmod(file, mode)
    rename(aside, self(name))
  }

  func write(_ text: String, as name: String) { write(text.utf8, as: name, mode: 0o644) }

  func remove(_ name: String) { unlink(self(name)) }
  func has(_ name: String) -> Bool { access(self(name), F_OK) == 0 }
  var names: [String] { Folder.names(in: path) }

  /// The lines of a file here; none where there is none.
  func lines(of name: String) -> [String] {
    guard has(name) else { return [] }
    return String(decoding: Folder.bytes(of: self(name)), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  static func bytes(of path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0 else {
      Issue.record("\(path) can't be read")
      return []
    }
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      while count < buffer.count {
        let got = read(file, buffer.baseAddress! + count, buffer.count - count)
        if got <= 0 { return }
        count += got
      }
    }
  }

  /// Where a link leads; nil where there is none.
  static func destination(of path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { room in
      room.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, $0.count) }
    }
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func remove(_ path: String) {
    for name in names(in: path) where unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
