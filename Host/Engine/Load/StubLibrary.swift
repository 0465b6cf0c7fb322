import Glibc

/// A shared library with nothing in it but a name and the paths of others, made in memory.
///
/// Opening it makes the dynamic loader open those first, all of them before what they need themselves: in whatever order
/// they need each other. With a name it stands for the one that it needs: a library that needs this name finds in it
/// what is in the other.
struct StubLibrary {
  private let bytes: [UInt8]

  init(named name: String?, needing paths: [String]) {
    var strings: [UInt8] = [0]
    func add(_ text: String) -> UInt64 {
      defer { strings += Array(text.utf8) + [0] }
      return UInt64(strings.count)
    }
    var dynamic: [(tag: UInt64, value: UInt64)] = paths.map { (Tag.needed, add($0)) }
    if let name { dynamic.append((Tag.soname, add(name))) }

    // Header, three program headers, dynamic section, one symbol, a hash table of it, strings.
    let dynamicStart = 64 + 3 * 56
    let symbolStart = dynamicStart + (dynamic.count + 6) * 16
    let hashStart = symbolStart + 24
    let stringStart = hashStart + 16
    let end = UInt64(stringStart + strings.count)
    dynamic += [
      (Tag.hash, UInt64(hashStart)), (Tag.strings, UInt64(stringStart)), (Tag.symbols, UInt64(symbolStart)),
      (Tag.stringsSize, UInt64(strings.count)), (Tag.symbolSize, 24), (Tag.null, 0),
    ]

    var image = Bytes()
    image.bytes += [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    image.add16(3, ElfMachine.host?.rawValue ?? 0)
    image.add32(1)
    image.add64(0, 64, 0)
    image.add32(0)
    image.add16(64, 56, 3, 64, 0, 0)
    let writable: UInt32 = 6
    // Writable, for the loader relocates the dynamic section in place.
    image.addProgramHeader(type: 1, flags: writable, offset: 0, size: end, alignment: 4096)
    image.addProgramHeader(
      type: 2, flags: writable, offset: UInt64(dynamicStart), size: UInt64(dynamic.count * 16), alignment: 8)
    // Without this the loader would make all stacks executable.
    image.addProgramHeader(type: 0x6474_e551, flags: writable, offset: 0, size: 0, alignment: 16)
    for entry in dynamic { image.add64(entry.tag, entry.value) }
    image.bytes += [UInt8](repeating: 0, count: 24)
    image.add32(1, 1, 0, 0)
    bytes = image.bytes + strings
  }

  /// A file that the dynamic loader can open.
  func file() throws(Refusal) -> Descriptor { try SealedCopy.make(of: ByteSource(bytes: bytes), name: "siblings") }

  private enum Tag {
    static let null: UInt64 = 0
    static let needed: UInt64 = 1
    static let hash: UInt64 = 4
    static let strings: UInt64 = 5
    static let symbols: UInt64 = 6
    static let stringsSize: UInt64 = 10
    static let symbolSize: UInt64 = 11
    static let soname: UInt64 = 14
  }

  private struct Bytes {
    var bytes: [UInt8] = []

    mutating func add16(_ values: UInt16...) { for value in values { add(value) } }
    mutating func add32(_ values: UInt32...) { for value in values { add(value) } }
    mutating func add64(_ values: UInt64...) { for value in values { add(value) } }

    private mutating func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes += Array($0) }
    }

    mutating func addProgramHeader(type: UInt32, flags: UInt32, offset: UInt64, size: UInt64, alignment: UInt64) {
      add32(type, flags)
      add64(offset, offset, offset, size, size, alignment)
    }
  }
}
