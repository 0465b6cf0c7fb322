import Glibc

/// Whether a debugger is at this process, which may have stopped it for any time.
enum TracedProcess {
  /// False without /proc, and where the process may open no more files.
  static var isThis: Bool {
    guard let file = try? Descriptor(opening: "/proc/self/status") else { return false }
    // It stands among the first lines.
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = max(read(file.number, &bytes, bytes.count), 0)
    return bytes[..<count].split(separator: UInt8(ascii: "\n")).contains { line in
      line.starts(with: "TracerPid:".utf8) && line.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }
  }
}
