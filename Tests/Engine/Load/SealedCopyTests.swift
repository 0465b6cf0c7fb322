import Glibc
import HostNative
import Testing
import TestThreads

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
    let copy = try SealedCopy(of: file, size: size, name: "Junk").descriptor
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
    let copy = try SealedCopy(of: file, size: bytes.count, name: "Same").descriptor
    #expect(SealedCopy.isCopy(copy, of: file, size: bytes.count))
    bytes[4000] ^= 1
    let other = try Descriptor(opening: workshop.write(bytes, to: "libOther.so"))
    #expect(!SealedCopy.isCopy(copy, of: other, size: bytes.count))
  }

  @Test func `what is no library is copied whole, so that the copy tells why`() throws {
    let workshop = try ElfWorkshop()
    let bytes = [UInt8](repeating: 7, count: 200_000)
    let file = try Descriptor(opening: workshop.write(bytes, to: "libText.so"))
    let copy = try SealedCopy(of: file, size: bytes.count, name: "Text").descriptor
    #expect(try copy.bytes(at: 0, count: bytes.count) == bytes)
    #expect(throws: ElfFault.notElf) { try Elf(ByteSource(file: copy)) }
  }

  @Test(.offPool) func `a page that somebody holds for a moment does not keep a copy from being sealed`() throws {
    let copy = Descriptor(owning: host_memory_file("Held"))
    try #require(write(copy.number, [UInt8](repeating: 1, count: 4096), 4096) == 4096)
    // A page on its way through a pipe is held until it is read.
    var ends: [Int32] = [0, 0]
    try #require(host_pipe(&ends) == 0)
    let (reader, writer) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    var offset = off_t(0)
    try #require(sendfile(writer.number, copy.number, &offset, 4096) == 4096)
    try #require(fcntl(copy.number, 1033 /* F_ADD_SEALS */, 8 /* F_SEAL_WRITE */) == -1 && errno == EBUSY)
    let thread = Thread {
      usleep(300_000)
      var bytes = [UInt8](repeating: 0, count: 4096)
      _ = read(reader.number, &bytes, bytes.count)
    }
    #expect(host_seal(copy.number) == 0)
    thread.join()
    #expect(write(copy.number, "x", 1) == -1 && errno == EPERM)
  }

  @Test(arguments: [0, 1, 4096, ByteRoom.size, ByteRoom.size + 1, 100_000])
  func `a copy has the file's bytes, and what it is checked by, and nobody can change it`(count: Int) throws {
    let workshop = try ElfWorkshop()
    var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let file = try Descriptor(opening: workshop.write(bytes, to: "libText.so"))
    let copy = try SealedCopy(of: file, size: count, name: "Text")
    #expect(try copy.descriptor.bytes(at: 0, count: count) == bytes)
    #expect(copy.content.size == UInt64(count))
    let copied = try copy.content.lend(at: 0, count: UInt64(count), of: .header) { (bytes) throws(ElfFault) in
      Array(bytes)
    }
    #expect(copied == bytes)
    #expect(pwrite(copy.descriptor.number, &bytes, 1, 0) == -1 && errno == EPERM)
    #expect(ftruncate(copy.descriptor.number, off_t(count + 1)) == -1 && errno == EPERM)
  }

  @Test(arguments: [100, 100_000])
  func `a file that is shorter than it was is refused`(count: Int) throws {
    let workshop = try ElfWorkshop()
    let file = try Descriptor(opening: workshop.write([UInt8](repeating: 7, count: count), to: "libText.so"))
    let refusal = #expect(throws: Refusal.self) { try SealedCopy(of: file, size: count + 1, name: "Text") }
    #expect(refusal?.reason == "changing")
  }
}
