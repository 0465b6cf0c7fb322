import Glibc

/// What a process has of memory.
enum Memory {
  /// What it has written that no other process shares, in bytes.
  static func own(ofProcess number: some CustomStringConvertible) -> Double {
    // "Private_Dirty:      1234 kB". Of what is clean each page lies in a file, and would be read again.
    lines(of: "/proc/\(number)/smaps_rollup").filter { $0.hasPrefix("Private_Dirty:") }
      .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Double($0) } }.reduce(0, +) * 1024
  }

  static func lines(of path: String) -> [Substring] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
  }
}
