import ComponentHost

/// What a component exports that it should not: another library could find it in the place of its own.
enum SurplusExports {
  /// Some linkers export marks of their own. A component in Swift exports what is public in it, its face above all, but
  /// nothing of the kit: that would be shared with other components.
  static func of(_ inspection: Inspection) -> [String] {
    let isSwift = inspection.languageRuntime == "swift"
    return inspection.otherExports.filter { name in
      if ["_end", "_edata", "__bss_start"].contains(name) { return false }
      if name.hasPrefix("_Z") { return !isOfStandardLibrary(name) }
      return !(isSwift && name.hasPrefix("$s") && !isOfKit(name))
    }
  }

  // What a C++ compiler makes of a template of the standard library: it is the same in each library, hidden or not.
  // "_ZNSt…", "_ZZNKSt…", "_ZTISt…", "_ZTSSt…".
  private static func isOfStandardLibrary(_ name: String) -> Bool {
    var rest = name.utf8.dropFirst(2)
    while let first = rest.first {
      if rest.starts(with: "St".utf8) { return true }
      guard "ZNKGVTIRS".utf8.contains(first) else { return false }
      rest = rest.dropFirst()
    }
    return false
  }

  // "$s12ComponentKit…", and of another module's with the kit's types first: "$sS…12ComponentKit…", "$s…5Reply12ComponentKit".
  private static func isOfKit(_ name: String) -> Bool {
    let rest = name.utf8.dropFirst(2)
    let kit = Array("12ComponentKit".utf8)
    if rest.starts(with: kit) || rest.starts(with: Array("5Reply".utf8) + kit) { return true }
    guard let first = rest.first, first == UInt8(ascii: "S") || first == UInt8(ascii: "s") || first == UInt8(ascii: "x")
    else { return false }
    return Array(rest).contains(kit)
  }
}

extension [UInt8] {
  fileprivate func contains(_ other: [UInt8]) -> Bool {
    guard count >= other.count else { return false }
    return (0...(count - other.count)).contains { self[$0..<($0 + other.count)].elementsEqual(other) }
  }
}
