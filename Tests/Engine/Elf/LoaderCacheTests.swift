import Testing

@testable import ComponentHost

@Suite struct LoaderCacheTests {
  /// The flags of a library for this machine, and of one for another.
  static let own: UInt32 = {
    #if arch(x86_64)
      0x0303
    #elseif arch(arm64)
      0x0a03
    #else
      0x1003
    #endif
  }()
  static let foreign: UInt32 = 0x0803

  static func cache(_ libraries: [(String, String, UInt32)], oldEntries: Int? = nil) -> [UInt8] {
    var strings: [UInt8] = []
    var entries: [UInt8] = []
    let stringsStart = UInt32(48 + libraries.count * 24)
    for (name, path, flags) in libraries {
      entries += ElfBlueprint.little(flags)
      for text in [name, path] {
        entries += ElfBlueprint.little(stringsStart + UInt32(strings.count))
        strings += Array(text.utf8) + [0]
      }
      entries += [UInt8](repeating: 0, count: 12)
    }
    var bytes = Array("glibc-ld.so.cache1.1".utf8)
    bytes += ElfBlueprint.little(UInt32(libraries.count)) + ElfBlueprint.little(UInt32(strings.count))
    bytes += [2] + [UInt8](repeating: 0, count: 19) + entries + strings
    guard let oldEntries else { return bytes }
    var old = Array("ld.so-1.7.0\0".utf8) + ElfBlueprint.little(UInt32(oldEntries))
    old += [UInt8](repeating: 0xff, count: oldEntries * 12)
    return old + [UInt8](repeating: 0, count: (8 - old.count % 8) % 8) + bytes
  }

  private static let libraries = [
    ("liba.so", "/lib32/liba.so", foreign), ("liba.so", "/lib/fast/liba.so", own), ("liba.so", "/lib/liba.so", own),
    ("libb.so.1", "/usr/lib/libb.so.1", own),
  ]

  @Test(arguments: [nil, 0, 1, 2, 3]) func `libraries of this machine are found, in order`(oldEntries: Int?) throws {
    let cache = try #require(LoaderCache(bytes: Self.cache(Self.libraries, oldEntries: oldEntries)))
    #expect(cache.paths(of: "liba.so") == ["/lib/fast/liba.so", "/lib/liba.so"])
    #expect(cache.paths(of: "libb.so.1") == ["/usr/lib/libb.so.1"])
    for name in ["", "liba", "liba.so.1", "ibb.so.1"] { #expect(cache.paths(of: name) == []) }
  }

  @Test func `what is no cache is none`() {
    for text in ["", "x", "glibc-ld.so.cache1.1", "ld.so-1.7.0", "ld.so-1.7.0\0\u{7f}\u{7f}\u{7f}\u{7f}and more"] {
      #expect(LoaderCache(bytes: Array(text.utf8)) == nil)
    }
    #expect(LoaderCache(bytes: Array("ld.so-1.7.0\0".utf8) + [0xff, 0xff, 0xff, 0xff]) == nil)
    #expect(LoaderCache(path: "/nowhere/at/all") == nil)
    #expect(LoaderCache(path: "/") == nil)
    var bytes = Self.cache(Self.libraries)
    bytes[28] = 3
    #expect(LoaderCache(bytes: bytes) == nil)
  }

  @Test func `a cache that is broken anywhere harms nobody`() {
    let bytes = Self.cache(Self.libraries, oldEntries: 1)
    for offset in 0..<bytes.count {
      _ = LoaderCache(bytes: Array(bytes[..<offset]))?.paths(of: "libb.so.1")
      for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
        var broken = bytes
        broken[offset] = value
        _ = LoaderCache(bytes: broken)?.paths(of: "libb.so.1")
        if offset + 4 <= bytes.count {
          broken.replaceSubrange(offset..<(offset + 4), with: [value, value, value, value])
          _ = LoaderCache(bytes: broken)?.paths(of: "liba.so")
        }
      }
    }
  }

  @Test(.enabled(if: LoaderCache(path: LoaderCache.path) != nil, "the system keeps no cache"))
  func `the system's cache gives what ldconfig gives`() throws {
    let cache = try #require(LoaderCache(path: LoaderCache.path))
    let lines = ElfWorkshop.run("PATH=$PATH:/sbin:/usr/sbin ldconfig -p").output.split(separator: "\n").dropFirst()
    var expected: [String: [String]] = [:]
    for line in lines where line.contains("(libc6,x86-64)") || line.contains("(libc6,AArch64)") {
      let words = line.split { $0 == " " || $0 == "\t" }
      expected[String(words[0]), default: []].append(String(words[words.count - 1]))
    }
    for (name, paths) in expected { #expect(cache.paths(of: name) == paths) }
  }
}
