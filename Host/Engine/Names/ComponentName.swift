import ComponentKit
import Glibc

/// The rule for names: `[A-Za-z][A-Za-z0-9_]*`, at most 128 bytes; a target's name has parts joined by dots.
package enum ComponentName {
  package static let limit = 128
  package static let rule = "a name is a letter, then letters, digits and '_', at most \(limit) in all"

  package static func isValid(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, name.count <= limit, first.isLetter else { return false }
    return name.allSatisfy(\.isWord)
  }

  package static func isValidTarget(_ name: some Collection<UInt8>) -> Bool {
    guard name.count <= limit else { return false }
    var isFirst = true
    for byte in name {
      if byte == UInt8(ascii: "."), !isFirst {
        isFirst = true
      } else {
        guard isFirst ? byte.isLetter : byte.isWord else { return false }
        isFirst = false
      }
    }
    return !isFirst
  }

  /// The component that owns a target: the part before the first dot.
  package static func root(of target: some Collection<UInt8>) -> String {
    String(decoding: target.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
  }

  /// `libReader.so`.
  static func file(_ name: String) -> String { "lib\(name).so" }

  /// "Reader" for `libReader.so`; nil for what can't be a component's file.
  package static func name(ofFile file: String) -> String? {
    var file = file
    return file.withUTF8 { name(ofFile: UnsafeRawBufferPointer($0)) }
  }

  static func name(ofFile file: UnsafeRawBufferPointer) -> String? {
    guard file.count > 6, let start = file.baseAddress, memcmp(start, "lib", 3) == 0,
      memcmp(start + (file.count - 3), ".so", 3) == 0
    else { return nil }
    let name = UnsafeRawBufferPointer(start: start + 3, count: file.count - 6)
    return isValid(name) ? String(decoding: name, as: UTF8.self) : nil
  }

  /// The file's name in a path.
  package static func lastPart(of path: String) -> String {
    String(path.utf8.split(separator: UInt8(ascii: "/")).last.map { Substring($0) } ?? Substring(path))
  }
}
