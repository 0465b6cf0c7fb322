import ComponentHost
import ComponentKit
import Glibc

/// The faces that a component's code has in itself. In Swift a face is a module that is called after its component,
/// `GreeterFace`, and the names of modules stand in a library as texts of their own, whatever was stripped from it.
enum KnownFaces {
  private static let sizeLimit = 64 << 20
  private static let mark = Array("Face".utf8)

  /// The names of the components, besides its own, none where the file can't be read; a text may only look like one.
  static func names(inFile path: String) -> [String] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    guard case .bytes(let bytes) = Stream(number: file).readAll(limit: sizeLimit) else { return [] }
    return names(in: bytes)
  }

  static func names(in bytes: [UInt8]) -> [String] {
    var names: Set<String> = []
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      var place = 0
      while let found = memchr(start + place, 0, bytes.count - place) {
        let length = UnsafeRawPointer(found) - start
        let end = length - mark.count
        defer { place = length + 1 }
        // What stands first in the file is the mark of its format.
        guard place > 0, end > place, mark.elementsEqual(bytes[end..<length]) else { continue }
        let name = bytes[place..<end]
        if ComponentName.isValid(name) { names.insert(String(decoding: name, as: UTF8.self)) }
      }
    }
    return names.sorted()
  }
}
