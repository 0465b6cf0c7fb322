import Glibc
import Synchronization
import TestThreads
import Testing

@testable import ComponentHost

/// A file is loaded while nobody writes to it.
@Suite(.offPool) struct StillnessTests {
  private let workshop: ElfWorkshop
  private let path: String
  private let file: ComponentFile

  init() throws {
    workshop = try ElfWorkshop()
    path = try workshop.write([UInt8](repeating: 1, count: 4096), to: "libStill.so")
    file = try #require(try PluginDirectory(path: workshop.path).open("Still", trustsAny: true))
  }

  private func refusal(_ body: () throws(Refusal) -> Void) -> String? {
    do throws(Refusal) {
      try file.whileStill(Settling(), body)
      return nil
    } catch {
      return error.reason
    }
  }

  // F_GETLEASE
  private var lease: Int32 { fcntl(file.descriptor.number, 1025) }

  @Test func `a writer waits until the file was read, and no signal comes`() throws {
    let isWritten = Atomic(false)
    var writer: Thread?
    try file.whileStill(Settling()) { () throws(Refusal) in
      #expect(Int16(lease) == Int16(F_RDLCK))
      let path = path
      writer = Thread {
        close(open(path, O_WRONLY | O_TRUNC | O_CLOEXEC))
        isWritten.store(true, ordering: .releasing)
      }
      // The writer waits in `open` as soon as the lease is to be given back. The signal for that would end the tests.
      #expect(eventually { Int16(lease) == Int16(F_UNLCK) })
      let isTooEarly = isWritten.load(ordering: .acquiring)
      #expect(!isTooEarly)
      #expect(try! file.descriptor.bytes(at: 0, count: 4096) == [UInt8](repeating: 1, count: 4096))
    }
    #expect(eventually { isWritten.load(ordering: .acquiring) })
    writer?.join()
  }

  @Test func `what is open for writing is changing, whether anything is written or not`() {
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    #expect(refusal {} == "changing")
    close(writer)
    #expect(refusal {} == nil)
  }

  @Test(arguments: ["chmod go+w", "chmod u+x", "touch"])
  func `what becomes another file while it is read is changing`(_ command: String) {
    var status: Int32 = -1
    let why = refusal { status = ElfWorkshop.run("\(command) '\(path)' 2>&1").status }
    #expect(why == "changing" && status == 0)
  }

  @Test func `what gets another name, or none, while it is read stays what it is`() {
    #expect(refusal { rename(path, path + ".aside") } == nil)
    #expect(refusal { unlink(path + ".aside") } == nil)
  }

  @Test func `a file that moves is changing, whatever else is wrong with it`() {
    let why = refusal { () throws(Refusal) in
      chmod(path, 0o600)
      throw Refusal("not_elf", "")
    }
    #expect(why == "changing")
    #expect(refusal { () throws(Refusal) in throw Refusal("not_elf", "") } == "changing", "it was judged before that")
  }

  @Test func `what was just written has not settled, and what stays as it is has in a moment`() {
    let patience = Settling()
    #expect(!patience.isSettled(file.identity))
    var isSettled = false
    while !isSettled, patience.waits() { isSettled = patience.isSettled(file.identity) }
    #expect(isSettled)
  }

  @Test func `patience has an end`() {
    let patience = Settling()
    var count = 0
    while patience.waits() { count += 1 }
    #expect((1...60).contains(count))
  }
}
