import Glibc
import Testing

@testable import ComponentHost

@Suite struct DescriptorTests {
  @Test func `exactly the wanted bytes are read`() throws {
    let workshop = try ElfWorkshop()
    let file = try Descriptor(opening: workshop.write(Array(0..<100), to: "bytes"))
    #expect(try file.bytes(at: 10, count: 5) == [10, 11, 12, 13, 14])
    #expect(try file.bytes(at: 99, count: 1) == [99])
    #expect(try file.bytes(at: 500, count: 0) == [])
    #expect(throws: Descriptor.Failure.endOfFile(read: 2)) { try file.bytes(at: 98, count: 5) }
    #expect(throws: Descriptor.Failure.endOfFile(read: 0)) { try file.bytes(at: 1 << 40, count: 5) }
    #expect(throws: Descriptor.Failure.system(call: "pread", code: EOVERFLOW)) { try file.bytes(at: .max, count: 5) }
    #expect(try file.status().size == 100)
    #expect(try file.status().isRegular)
  }

  @Test func `the number is closed with its owner`() throws {
    let workshop = try ElfWorkshop()
    let path = try workshop.write([1], to: "byte")
    // A high number, which no other test can be given in the meantime.
    let source = try Descriptor(opening: path)
    let number = fcntl(source.number, F_DUPFD_CLOEXEC, 900)
    try #require(number >= 900)
    do {
      let file = Descriptor(owning: number)
      #expect(fcntl(file.number, F_GETFD) >= 0)
      #expect(try file.bytes(at: 0, count: 1) == [1])
    }
    #expect(fcntl(number, F_GETFD) == -1)
  }

  @Test func `a missing file is a failure with the reason of the system`() {
    #expect(throws: Descriptor.Failure.system(call: "open", code: ENOENT)) {
      try Descriptor(opening: "/nowhere/at/all")
    }
    #expect(Descriptor.Failure.system(call: "open", code: ENOENT).description == "open: No such file or directory")
  }

  @Test func `neither a pipe nor a folder is waited for or read`() throws {
    let workshop = try ElfWorkshop()
    #expect(mkfifo(workshop.path + "/pipe", 0o600) == 0)
    #expect(throws: ElfFault.notRegular) { try ByteSource(path: workshop.path + "/pipe") }
    #expect(throws: ElfFault.notRegular) { try ByteSource(path: workshop.path) }
    #expect(throws: ElfFault.unreadable(code: ENOENT)) { try ByteSource(path: workshop.path + "/absent") }
  }
}
