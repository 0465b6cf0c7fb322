import Glibc

/// A path, or a part of one, as the system has it: names of files need not be text.
struct PathBytes: Hashable, Sendable {
  private(set) var bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  init(_ text: String) { bytes = Array(text.utf8) }

  static let root = PathBytes("/")

  var isWhole: Bool { bytes.first == UInt8(ascii: "/") }

  /// Its parts, the last one first; those that lead nowhere are left out.
  var partsFromEnd: [PathBytes] {
    bytes.split(separator: UInt8(ascii: "/")).reversed().map { PathBytes($0) }.filter {
      $0.bytes != [UInt8(ascii: ".")]
    }
  }

  var isUp: Bool { bytes == [UInt8(ascii: "."), UInt8(ascii: ".")] }

  /// The folder that it lies in; of a path without links.
  var above: PathBytes {
    let end = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return end == 0 ? .root : PathBytes(bytes[..<end])
  }

  func appending(_ part: PathBytes) -> PathBytes {
    PathBytes((self == .root ? [] : bytes) + [UInt8(ascii: "/")] + part.bytes)
  }

  func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    (bytes + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress.unsafelyUnwrapped) }
    }
  }

  /// In messages.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What a link of this path says; nil for what is none.
  var linkTarget: PathBytes? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = withCString { readlink($0, &target, target.count) }
    // One that fills the room may be longer; no path is.
    return count > 0 && count < target.count ? PathBytes(target[..<count].lazy.map(UInt8.init(bitPattern:))) : nil
  }
}
