import Glibc
import Testing

@testable import ComponentHost

@Suite struct SealedCopyTests {
  @Test func `a copy has what the loader needs, and holes for what only debuggers read`() throws {
    let workshop = try ElfWorkshop()
    // So much in a section that is not loaded that whole pages of it lie alone.
    let source =
      #"__asm__(".section .junk,\"\"\n .fill 1000000,1,120\n .previous");"#
      + "int answer(void) { return 42; }"
    let path = try workshop.compile(source, to: "libJunk.so", "-g")
    let file = try Descriptor(opening: path)
    let size = Int(try file.status().size)
    let copy = try SealedCopy.make(of: file, size: size, name: "Junk")
    #expect(try Int(copy.status().size) == size && size > 1_000_000)
    let elf = try Elf(ByteSource(file: copy))
    #expect(try elf.defines("answer", dynamic: elf.dynamic()))
    for segment in elf.segments where segment.kind == .load {
      let count = Int(segment.fileSize)
      #expect(try copy.bytes(at: segment.offset, count: count) == file.bytes(at: segment.offset, count: count))
    }
    #expect(elf.neededRanges.map(\.count).reduce(0, +) < size - 500_000)
    #expect(try copy.bytes(at: 500_000, count: 4096).allSatisfy { $0 == 0 })
    let image = try #require(dlopen("/proc/self/fd/\(copy.number)", RTLD_NOW | RTLD_NODELETE))
    #expect(dlsym(image, "answer") != nil)
    _ = Unmanaged.passRetained(copy)
  }

  @Test func `it is told from a file that has changed where it counts`() throws {
    let workshop = try ElfWorkshop()
    let path = try workshop.compile("int answer(void) { return 42; }", to: "libSame.so")
    var bytes = try ElfWorkshop.content(of: path)
    let file = try Descriptor(opening: path)
    let copy = try SealedCopy.make(of: file, size: bytes.count, name: "Same")
    #expect(SealedCopy.isCopy(copy, of: file, size: bytes.count))
    bytes[4000] ^= 1
    let other = try Descriptor(opening: workshop.write(bytes, to: "libOther.so"))
    #expect(!SealedCopy.isCopy(copy, of: other, size: bytes.count))
  }

  @Test func `what is no library is copied whole, so that the copy tells why`() throws {
    let workshop = try ElfWorkshop()
    let bytes = [UInt8](repeating: 7, count: 200_000)
    let file = try Descriptor(opening: workshop.write(bytes, to: "libText.so"))
    let copy = try SealedCopy.make(of: file, size: bytes.count, name: "Text")
    #expect(try copy.bytes(at: 0, count: bytes.count) == bytes)
    #expect(throws: ElfFault.notElf) { try Elf(ByteSource(file: copy)) }
  }
}
