/// The index of libraries that `ldconfig` keeps for the dynamic loader.
///
/// Read without trusting any of its numbers. Knows the format that glibc has written since 2.2, also where the older
/// one stands before it. Everything that is out of range is skipped.
struct LoaderCache: Sendable {
  private let bytes: [UInt8]
  /// Where the header of the new format begins; text offsets count from here.
  private let start: Int
  private let count: Int

  static let path = "/etc/ld.so.cache"
  private static let sizeLimit: UInt64 = 16 << 20
  private static let magic = Array("glibc-ld.so.cache1.1".utf8)
  private static let oldMagic = Array("ld.so-1.7.0".utf8)
  private static let headerSize = 48
  private static let entrySize = 24

  /// Nil where the bytes are no cache.
  init?(bytes: [UInt8]) {
    func word(at offset: Int) -> Int { bytes.withUnsafeBytes { Int($0.word(at: offset)) } }
    var start = 0
    if bytes.starts(with: Self.oldMagic) {
      // 16 bytes, 12 for each entry, then the new format at the next multiple of eight.
      start = (16 + word(at: 12) * 12 + 7) & ~7
    }
    guard start <= bytes.count - Self.headerSize, bytes[start...].starts(with: Self.magic) else { return nil }
    let order = bytes[start + 28] & 3
    guard order == 0 || order == 2 else { return nil }
    self.bytes = bytes
    self.start = start
    count = min(word(at: start + 20), (bytes.count - start - Self.headerSize) / Self.entrySize)
  }

  /// Nil where there is no such file, or where it is no cache.
  init?(path: String) {
    do throws(Descriptor.Failure) {
      let file = try Descriptor(opening: path)
      let status = try file.status()
      guard status.isRegular, status.size <= Self.sizeLimit else { return nil }
      self.init(bytes: try file.bytes(at: 0, count: Int(status.size)))
    } catch {
      return nil
    }
  }

  /// The paths that the cache gives for a library of this machine, in its order; seldom more than one.
  func paths(of name: String) -> [String] {
    let wanted = name.utf8.span
    return bytes.withUnsafeBytes { bytes in
      var paths: [String] = []
      for index in 0..<count {
        let entry = start + Self.headerSize + index * Self.entrySize
        guard Self.isForHost(flags: bytes.word(at: entry)) else { continue }
        guard bytes.holdsText(wanted, at: start + Int(bytes.word(at: entry + 4))) else { continue }
        guard let path = bytes.text(at: start + Int(bytes.word(at: entry + 8)), limit: 4096) else { continue }
        paths.append(path)
        if paths.count == 16 { break }
      }
      return paths
    }
  }

  /// The low byte tells the C library (3 is glibc), the next one the machine.
  private static func isForHost(flags: UInt32) -> Bool {
    #if arch(x86_64)
      flags == 0x0303
    #elseif arch(arm64)
      flags == 0x0a03
    #elseif arch(riscv64)
      flags == 0x1003
    #elseif arch(powerpc64le)
      flags == 0x0503
    #else
      flags & 0xff == 3
    #endif
  }
}
