import HostNative

/// The Swift compiler that built a component, as its note tells.
struct SwiftCompiler: Equatable, Sendable, CustomStringConvertible {
  /// 0x603 for 6.3; 0 where it is not known.
  let version: UInt32
  /// The first digits of the revision that it was built from; 0 where it is not known.
  let revision: UInt32

  /// The one that built this host.
  static let own = SwiftCompiler(
    version: component_kit_note.compiler.0, revision: component_kit_note.compiler.1)

  var isKnown: Bool { version != 0 || revision != 0 }

  /// Whether what it built can have the standard library of what the other one built: their layouts change with each
  /// version, and nothing but a crash would tell.
  func fits(_ other: SwiftCompiler) -> Bool {
    func fit(_ a: UInt32, _ b: UInt32) -> Bool { a == b || a == 0 || b == 0 }
    return fit(version, other.version) && fit(revision, other.revision)
  }

  var description: String {
    let digits = String(revision, radix: 16)
    let tail = revision == 0 ? "" : " (\(String(repeating: "0", count: 8 - digits.count))\(digits))"
    return version == 0 ? "Swift\(tail)" : "Swift \(version >> 8).\(version & 0xff)\(tail)"
  }
}
