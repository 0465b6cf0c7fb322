import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// Files called libGood.so that no compiler makes.
@Suite(.offPool) struct BrokenFileTests {
  private static let good = Folder.bytes(of: "\(Place.fixtures)/good/libGood.so")
  private static let again = "copy the file again, it is not whole"
  private static let machine = "build the component for this machine"

  private func refusal(_ words: String, _ help: String?, _ folder: Folder) -> Run {
    let text = "error: the component 'Good' is refused: \(words)\n  in \(folder("libGood.so"))\n"
    return Run(out: "", err: text + "help: \(help ?? inspect(folder("libGood.so")))\n", code: 4)
  }

  private func call(_ folder: Folder) -> Run { Run.host("--plugins", folder.path, "call", "Good", "run") }

  @Test func `a file cut off at any boundary is refused for what is missing`() {
    let map = ElfMap(BrokenFileTests.good)
    #expect(map.boundaries.count > 40)
    let folder = Folder()
    for count in map.boundaries {
      folder.write(map.bytes[..<count], as: "libGood.so")
      if let fault = map.fault(cutAt: count) {
        #expect(call(folder) == refusal(fault, BrokenFileTests.again, folder))
      } else {
        #expect(call(folder) == Run(out: "ok\n", err: "", code: 0))
      }
    }
  }

  @Test func `a file cut off one byte before or after a boundary is refused, and the host lives`() throws {
    let map = ElfMap(BrokenFileTests.good)
    let folder = Folder()
    let host = Host(Settings(directories: [folder.path]))
    for count in Set(map.boundaries.flatMap { [$0 - 1, $0 + 1] }).sorted() {
      guard count >= 0, let fault = map.fault(cutAt: count) else { continue }
      folder.write(map.bytes[..<count], as: "libGood.so")
      let failure = failure { () throws(Failure) in try host.mediator.call("Good", "run") }
      #expect(failure?.message == "the component 'Good' is refused: \(fault)")
    }
    folder.write(map.bytes, as: "libGood.so")
    #expect(try host.mediator.call("Good", "run") == "ok")
  }

  struct Patch: Sendable, CustomTestStringConvertible {
    let offset: Int
    let bytes: [UInt8]
    let words: String
    let help: String?
    var testDescription: String { words }
  }

  @Test(
    arguments: [
      Patch(offset: 0, bytes: [0x7e], words: "it is no ELF file", help: nil),
      Patch(offset: 4, bytes: [1], words: "it is for 32-bit systems", help: machine),
      Patch(offset: 5, bytes: [2], words: "it is for big-endian systems", help: machine),
      Patch(offset: 7, bytes: [9], words: "it is for FreeBSD, not for Linux", help: machine),
      Patch(offset: 16, bytes: [1, 0], words: "it is an object file, no shared library", help: shared),
      Patch(offset: 16, bytes: [2, 0], words: "it is a program, no shared library", help: shared),
      Patch(offset: 16, bytes: [4, 0], words: "it is a core dump, no shared library", help: shared),
      Patch(offset: 18, bytes: [8, 0], words: "it is for mips, this host runs on \(hostMachine)", help: machine),
      Patch(
        offset: 18, bytes: [0xfe, 0xca], words: "it is for machine 51966, this host runs on \(hostMachine)",
        help: machine),
      Patch(
        offset: 54, bytes: [1, 0], words: "its ELF header can't be right: a program header has 1 bytes instead of 56",
        help: nil),
      Patch(
        offset: 32, bytes: [UInt8](repeating: 0xff, count: 8),
        words: "it is cut off in its program headers: it has \(good.count) bytes and needs \(UInt64.max)", help: again),
    ])
  func `a file for something else is refused for what it is`(_ patch: Patch) {
    var bytes = BrokenFileTests.good
    bytes.replaceSubrange(patch.offset..<patch.offset + patch.bytes.count, with: patch.bytes)
    let folder = Folder()
    folder.write(bytes, as: "libGood.so")
    #expect(call(folder) == refusal(patch.words, patch.help, folder))
  }

  private static let shared = "link it as a shared library (-shared)"

  #if arch(x86_64)
    private static let hostMachine = "x86-64"
  #else
    private static let hostMachine = "aarch64"
  #endif

  @Test(arguments: [
    ("executable", "a program"), ("position-independent-executable", "a program"), ("object", "an object file"),
  ])
  func `what a linker makes instead of a library is refused`(_ fixture: String, _ kind: String) {
    let folder = Folder(fixture)
    let name = componentName(fixture)
    let run = Run.host("--plugins", folder.path, "call", name, "run")
    #expect(
      run.err == "error: the component '\(name)' is refused: it is \(kind), no shared library\n"
        + "  in \(folder("lib\(name).so"))\nhelp: \(BrokenFileTests.shared)\n")
    #expect(run.code == 4)
  }

  @Test(arguments: ["#!/bin/sh\nexit 0\n", "x", String(repeating: "\0", count: 5000)])
  func `what is no ELF file is refused`(_ content: String) {
    let folder = Folder()
    folder.write(content.utf8, as: "libGood.so")
    #expect(call(folder) == refusal("it is no ELF file", nil, folder))
  }

  @Test func `a file of a terabyte, mostly holes, does not fill the memory`() {
    let folder = Folder()
    folder.write(BrokenFileTests.good, as: "libGood.so")
    truncate(folder("libGood.so"), 1 << 40)
    #expect(call(folder) == refusal("it has \(1 << 40) bytes; at most \(1 << 30) are loaded", nil, folder))
  }

  @Test func `no flipped byte of the headers makes inspection crash or hang`() {
    let folder = Folder()
    let map = ElfMap(BrokenFileTests.good)
    let dynamic = map.segments(2)[0]
    var count = 0
    for offset in Array(0..<0x540) + Array(dynamic.start..<dynamic.end) {
      for byte in [0x00, 0xff] as [UInt8] where map.bytes[offset] != byte {
        var bytes = map.bytes
        bytes[offset] = byte
        folder.write(bytes, as: "libGood.so")
        _ = try? Inspection(file: folder("libGood.so"))
        count += 1
      }
    }
    #expect(count > 1500)
  }
}
