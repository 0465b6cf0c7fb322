import Glibc

/// A fresh folder for one test, gone with it.
final class TemporaryFolder {
  let path: String

  init?() {
    var template = Array("/tmp/host-cli-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { TemporaryFolder.remove(path) }

  /// What lies in it, and in the folders below.
  var names: [String] { TemporaryFolder.names(below: path, "") }

  func text(of name: String) -> String? { TemporaryFolder.text(at: "\(path)/\(name)") }

  static func text(at path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func names(below path: String, _ place: String) -> [String] {
    names(in: path).flatMap { name -> [String] in
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [place + name] }
      return [place + name] + names(below: "\(path)/\(name)", "\(place)\(name)/")
    }.sorted()
  }

  /// The files in a folder and in those below, without the folders.
  static func files(below path: String) -> [String] {
    let names = names(below: path, "")
    return names.filter { name in !names.contains { $0.hasPrefix(name + "/") } }
  }

  /// What lies in a folder.
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

/// The repository that the tests belong to.
enum Repository {
  /// …/Tests/CLI/TemporaryFolder.swift
  static let path = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  static let name = path.split(separator: "/").last.map(String.init) ?? ""
}
