import Testing

@testable import ComponentHost

@Suite struct TrustTests {
  @Test(
    arguments: [
      (0o100644, 1000, nil),
      (0o100755, 0, nil),
      (0o040700, 1000, nil),
      (0o100666, 1000, "others can write to it (mode 0666)"),
      (0o100602, 1000, "others can write to it (mode 0602)"),
      (0o100664, 1000, "its group can write to it (mode 0664)"),
      (0o041777, 0, "others can write to it (mode 1777)"),
      (0o042775, 0, "its group can write to it (mode 2775)"),
      (0o100644, 1234, "it belongs to user 1234, neither root nor you"),
      (0o100666, 1234, "it belongs to user 1234, neither root nor you"),
      (0o100020, 0, "its group can write to it (mode 0020)"),
    ] as [(UInt32, UInt32, String?)])
  func `distrust says who could change the file`(mode: UInt32, owner: UInt32, words: String?) {
    #expect(Trust.distrust(mode: mode, owner: owner, user: 1000)?.description == words)
  }

  @Test func `a user's file is not trusted by root`() {
    #expect(Trust.distrust(mode: 0o100644, owner: 1000, user: 0) == .foreignOwner(1000))
  }

  @Test func `help is a command for a shell`() {
    #expect(Distrust.othersCanWrite(mode: 0o666).help(for: "lib/libReader.so") == "chmod go-w lib/libReader.so")
    #expect(Distrust.groupCanWrite(mode: 0o664).help(for: "my lib/it's") == "chmod go-w 'my lib/it'\\''s'")
    #expect(Distrust.groupCanWrite(mode: 0o664).help(for: "-x") == "chmod go-w -- -x")
    #expect(Distrust.foreignOwner(7).help(for: "/a") == "sudo chown \"$(id -u)\" /a")
    let open = Distrust.groupCanWrite(mode: 0o664)
    #expect(
      Distrust.help([("a", open), ("b c", .foreignOwner(7)), ("-d", .othersCanWrite(mode: 0o777))])
        == "sudo chown \"$(id -u)\" 'b c' && chmod go-w -- a -d")
  }

  @Test func `the help ends the distrust of a real file`() throws {
    let workshop = try ElfWorkshop()
    let path = try workshop.write([1], to: "open file", mode: 0o666)
    let distrust = try #require(Trust.distrust(of: try FileStatus(of: path)))
    #expect(distrust == .othersCanWrite(mode: 0o666))
    #expect(ElfWorkshop.run(distrust.help(for: path)).status == 0)
    #expect(Trust.distrust(of: try FileStatus(of: path)) == nil)
    #expect(try FileStatus(of: workshop.path).isDirectory)
  }
}
