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
    } else if Self.comment(in: sections, source: source).contains("rustc") {
      self = .rust
    } else if needed.contains(where: { $0.hasPrefix("libstdc++.so") || $0.hasPrefix("libc++.so") }) {
      self = .cpp
    } else {
      self = .c
    }
  }

  /// Where compilers leave their names.
  private static func comment(in sections: [ElfSection], source: ByteSource) -> String {
    guard let section = sections.first(where: { $0.name == ".comment" }) else { return "" }
    do throws(ElfFault) {
      let bytes = try source.read(at: section.offset, count: min(section.size, 4096), of: .header)
      return String(decoding: bytes.bytes, as: UTF8.self)
    } catch {
      return ""
    }
  }
}
