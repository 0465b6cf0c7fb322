/// The language whose runtime a library carries or needs, as its file suggests.
///
/// For people who inspect a file; nothing is decided by it.
enum LanguageRuntime: String, Equatable, Sendable {
  case c
  case cpp = "c++"
  case rust
  case swift

  /// Swift and Rust before C++, since their libraries may need the C++ runtime as well.
  init(needed: [String], sections: [ElfSection], source: ByteSource) {
    if needed.contains("libswiftCore.so") || sections.contains(where: { $0.name.hasPrefix("swift5_") }) {
      self = .swift
    } else if Self.isByRust(Self.comment(in: sections, source: source)) {
      self = .rust
    } else if needed.contains(where: { $0.hasPrefix("libstdc++.so") || $0.hasPrefix("libc++.so") }) {
      self = .cpp
    } else {
      self = .c
    }
  }

  /// Where compilers leave their names.
  private static func comment(in sections: [ElfSection], source: ByteSource) -> [UInt8] {
    guard let section = sections.first(where: { $0.name == ".comment" }) else { return [] }
    do throws(ElfFault) {
      return try source.lend(at: section.offset, count: min(section.size, 4096), of: .header) {
        (bytes) throws(ElfFault) in Array(bytes)
      }
    } catch {
      return []
    }
  }

  // The standard library's own search for a text lies in a library that nothing else here needs.
  private static func isByRust(_ comment: [UInt8]) -> Bool {
    comment.indices.contains { comment[$0...].starts(with: "rustc".utf8) }
  }
}
